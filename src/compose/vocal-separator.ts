/** Takes the vocals out of a recording with the separator that the operator installed, for its description. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeparateVocals } from '../analyses/describe/ports.js';
import { chooseSeparator } from '../analyses/lyric-transcription/installed-models.js';
import { type SeparateInput, separateKernelName } from '../analyses/lyric-transcription/separate-kernel.js';
import type { Config } from '../config.js';
import { loadManifest } from '../models/manifest.js';

/** A separator of the largest kind takes some four seconds of one core for a second of music. */
const secondsPerSecond = 12;
const startupSeconds = 300;

/** `onFailure` gets the reason why a separator gave nothing: the mix is described then, as without one. */
export function vocalSeparator(
  { modelsDir, transcription }: Config,
  onFailure: (error: unknown) => void,
): SeparateVocals {
  return async ({ path, durationSeconds }, { compute, signal, progress }) => {
    // What is wrong with a choice or an installation is lyric transcription's to say.
    const model = await chooseSeparator(
      loadManifest(),
      modelsDir,
      transcription.separator ?? undefined,
    ).catch(() => null);
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
