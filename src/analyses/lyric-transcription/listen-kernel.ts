/** The kernel `transcription.listen`: levels, presence of a voice, and segments, in one pass over the file. */

import { ComputeError, type Kernel } from '../../domain/compute.js';
import { loadManifest } from '../../models/manifest.js';
import { verifiedModel } from '../../models/verified-model.js';
import { openDetector, type PresenceDetector } from './detectors/detector.js';
import { voiceRateHz } from './presence/frame-features.js';
import { listen } from './presence/listen.js';
import {
  presenceWithin,
  singingSpans,
  songPresence,
  voicedSpans,
  windowPresence,
} from './presence/presence.js';
import { absoluteGate, type Segment, segmentByEnergy } from './segments.js';

export interface ListenInput {
  readonly path: string;
  /** Scales the progress only. */
  readonly durationSeconds: number;
  /** Id of the installed detector that decides; null for the built-in classifier. */
  readonly detector: string | null;
}

export interface HeardSegment extends Segment {
  /** Highest probability of a voice in it. */
  readonly voice: number;
}

export interface Heard {
  readonly seconds: number;
  /** Of the loudest frame, 0 … 1. */
  readonly highestRms: number;
  readonly meanRms: number;
  readonly meanZeroCrossingRate: number;
  /** Whether no frame reaches −54 dBFS. */
  readonly isSilent: boolean;
  /** Probability that the song has a voice, by our classifier. */
  readonly presence: number;
  /** The same by the installed detector; null where none was used. */
  readonly detected: Detected | null;
  readonly segments: readonly HeardSegment[];
  /** Where someone sings, to be shown: rising, without overlap. */
  readonly singing: readonly Segment[];
  /** Our classifier's probability of a voice in each window of three seconds. */
  readonly voiceWindows: Float32Array;
}

export interface Detected {
  readonly id: string;
  readonly presence: number;
  /** SHA-256 of its files. */
  readonly hashes: Readonly<Record<string, string>>;
}

export const listenKernelName = 'transcription.listen';
const channels = 2;

export const listenKernel: Kernel<ListenInput, Heard> = {
  name: listenKernelName,
  async run({ path, durationSeconds, detector: id }, tools) {
    const opened = id === null ? null : await open(tools.modelsDir, id);
    try {
      const pcm = await tools.decode(path, { sampleRateHz: voiceRateHz, channels });
      const listened = await listen(
        pcm,
        (seconds) => tools.progress(Math.min(1, seconds / Math.max(1, durationSeconds)), 'listening'),
        (middle, interleaved) => opened?.detector.push(middle, interleaved),
      );
      const { rms, zeroCrossingRate, seconds } = listened;
      const windows = windowPresence(listened.windows);
      const voice = (await opened?.detector.finish(seconds)) ?? null;
      const voiced = voice?.spans ?? voicedSpans(windows, seconds);
      const highestRms = rms.reduce((most, value) => Math.max(most, value), 0);
      return {
        seconds,
        highestRms,
        meanRms: mean(rms),
        meanZeroCrossingRate: mean(zeroCrossingRate),
        isSilent: highestRms < absoluteGate,
        presence: songPresence(windows),
        detected: opened && voice && { id: opened.id, presence: voice.presence, hashes: opened.hashes },
        segments: segmentByEnergy(rms, seconds, voiced).map((segment) => ({
          ...segment,
          voice: presenceWithin(windows, segment.startSeconds, segment.endSeconds),
        })),
        singing: singingSpans(windows, seconds),
        voiceWindows: windows,
      };
    } finally {
      await opened?.detector.close();
    }
  },
};

async function open(
  modelsDir: string,
  id: string,
): Promise<{ id: string; detector: PresenceDetector; hashes: Readonly<Record<string, string>> }> {
  try {
    const model = await verifiedModel(loadManifest(), modelsDir, id);
    return { id, detector: await openDetector(model, channels), hashes: model.hashes };
  } catch (error) {
    throw new ComputeError('bad-input', (error as Error).message);
  }
}

const mean = (values: Float32Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
