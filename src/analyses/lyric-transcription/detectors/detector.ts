/** Installed detectors of a voice behind one face: a song goes in, the probability of a voice comes out. */
import type { VerifiedModel } from '../../../models/verified-model.js';
import { VocalSeparator } from '../../../music/separation/vocal-separator.js';
import { sileroPath, yamnetPath } from '../installed-models.js';
import { voiceRateHz } from '../presence/frame-features.js';
import type { Segment } from '../segments.js';
import { Silero } from './silero.js';
import { sileroPresence } from './silero-presence.js';
import { Yamnet } from './yamnet.js';
import { yamnetPresence, yamnetSpans } from './yamnet-presence.js';

export interface PresenceDetector {
  /** The middle of the mix at 16 kHz, and the interleaved channels that it came from. */
  push(middle: Float32Array, interleaved: Float32Array): Promise<void>;
  finish(songSeconds: number): Promise<DetectedVoice>;
  close(): Promise<void>;
}

export interface DetectedVoice {
  /** Probability of a voice somewhere in the song. */
  readonly presence: number;
  /** Spans in which someone may sing; null where the detector cannot say. */
  readonly spans: readonly Segment[] | null;
}

/** Throws an error that names the file where it is no such model. `channels` is that of the interleaved samples. */
export async function openDetector(model: VerifiedModel, channels: 1 | 2): Promise<PresenceDetector> {
  if (model.id === 'yamnet') return overMix(await Yamnet.open(yamnetPath(model.folder)));
  if (model.id === 'silero-vad') return overVocals(await Silero.open(sileroPath(model.folder)), channels);
  throw new Error(`The model "${model.id}" is no detector of voices.`);
}

function overMix(network: Yamnet): PresenceDetector {
  return {
    push: (middle) => network.push(middle),
    async finish(songSeconds) {
      const scores = await network.finish();
      return { presence: yamnetPresence(scores), spans: yamnetSpans(scores, songSeconds) };
    },
    close: () => network.close(),
  };
}

/** Silero knows speech: it hears a singer better in the embedded estimate of the vocals than in the mix. */
async function overVocals(network: Silero, channels: 1 | 2): Promise<PresenceDetector> {
  const separator = await VocalSeparator.create(voiceRateHz, channels);
  return {
    push: (_, interleaved) => network.push(separator.push(interleaved).vocals),
    async finish() {
      await network.push(separator.finish().vocals);
      return { presence: sileroPresence(await network.finish()), spans: null };
    },
    async close() {
      separator.dispose();
      await network.close();
    },
  };
}
