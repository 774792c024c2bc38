/** The kernel `transcription.listen`: levels, presence of a voice, and segments, in one pass over the file. */
import { loadManifest } from '../../models/manifest.js';
import { ComputeError, type Kernel } from '../analysis.js';
import { Yamnet } from './detectors/yamnet.js';
import { yamnetPresence } from './detectors/yamnet-presence.js';
import { verifiedModel, yamnetPath } from './installed-models.js';
import { voiceRateHz } from './presence/frame-features.js';
import { listen } from './presence/listen.js';
import { presenceWithin, songPresence, windowPresence } from './presence/presence.js';
import { absoluteGate, type Segment, segmentByEnergy } from './segments.js';

export interface ListenInput {
  readonly path: string;
  /** Scales the progress only. */
  readonly durationSeconds: number;
  readonly usesYamnet: boolean;
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
  /** Probability that the song has a voice, by our classifier and by YAMNet where it was used. */
  readonly presence: number;
  readonly yamnetPresence: number | null;
  readonly segments: readonly HeardSegment[];
  /** Model ids to SHA-256 of their files. */
  readonly models: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const listenKernelName = 'transcription.listen';

export const listenKernel: Kernel<ListenInput, Heard> = {
  name: listenKernelName,
  async run({ path, durationSeconds, usesYamnet }, tools) {
    const models: Record<string, Readonly<Record<string, string>>> = {};
    let yamnet: Yamnet | null = null;
    if (usesYamnet) {
      try {
        const model = await verifiedModel(loadManifest(), tools.modelsDir, 'yamnet');
        yamnet = await Yamnet.open(yamnetPath(model.folder));
        models.yamnet = model.hashes;
      } catch (error) {
        throw new ComputeError('bad-input', (error as Error).message);
      }
    }
    try {
      const pcm = await tools.decode(path, { sampleRateHz: voiceRateHz, channels: 2 });
      const listened = await listen(
        pcm,
        (seconds) => tools.progress(Math.min(1, seconds / Math.max(1, durationSeconds)), 'listening'),
        (samples) => yamnet?.push(samples),
      );
      const { rms, zeroCrossingRate, seconds } = listened;
      const windows = windowPresence(listened.windows);
      const highestRms = rms.reduce((most, value) => Math.max(most, value), 0);
      return {
        seconds,
        highestRms,
        meanRms: mean(rms),
        meanZeroCrossingRate: mean(zeroCrossingRate),
        isSilent: highestRms < absoluteGate,
        presence: songPresence(windows),
        yamnetPresence: yamnet === null ? null : yamnetPresence(await yamnet.finish()),
        segments: segmentByEnergy(rms, seconds).map((segment) => ({
          ...segment,
          voice: presenceWithin(windows, segment.startSeconds, segment.endSeconds),
        })),
        models,
      };
    } finally {
      await yamnet?.close();
    }
  },
};

const mean = (values: Float32Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
