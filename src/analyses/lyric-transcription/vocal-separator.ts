/** Takes the vocals out of a recording with the separator that the operator installed, for its description. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadManifest } from '../../models/manifest.js';
import type { SeparateVocals } from '../analysis.js';
import { chooseSeparator } from './installed-models.js';
import { type SeparateInput, separateKernelName } from './separate-kernel.js';

/** A separator of the largest kind takes some four seconds of one core for a second of music. */
const secondsPerSecond = 12;
const startupSeconds = 300;

export interface VocalSeparatorOptions {
  readonly modelsDir: string;
  /** The one that the operator names; the best installed one where absent. */
  readonly separator?: string;
}

/** `onFailure` gets the reason why a separator gave nothing: the mix is described then, as without one. */
export function vocalSeparator(
  { modelsDir, separator }: VocalSeparatorOptions,
  onFailure: (error: unknown) => void,
): SeparateVocals {
  return async ({ path, durationSeconds }, { compute, signal, progress }) => {
    // What is wrong with a choice or an installation is lyric transcription's to say.
    const model = await chooseSeparator(loadManifest(), modelsDir, separator).catch(() => null);
    if (!model) return null;
    const isMidi = await compute.run('music.inspect-midi', { path }, { signal }).then(
      (midi) => midi !== null,
      () => true,
    );
    if (isMidi) return null;
    const folder = await mkdtemp(join(tmpdir(), 'contrafact-vocals-'));
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const vocalsPath = join(folder, 'vocals.wav');
    const input: SeparateInput = { path, model: model.id, vocalsPath, durationSeconds, threads: 1 };
    try {
      await compute.run(separateKernelName, input, {
        signal,
        onProgress: progress,
        timeoutSeconds: startupSeconds + secondsPerSecond * durationSeconds,
      });
      return { path: vocalsPath, release };
    } catch (error) {
      await release();
      if (signal.aborted) throw error;
      onFailure(error);
      return null;
    }
  };
}
