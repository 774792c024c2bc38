/** From a file's samples to everything the description is made of, in one pass and in bounded memory. */

import { ComputeError, type KernelTools } from '../../domain/compute.js';
import type { Listening } from '../../music/description/listening.js';
import { onsetEvidence } from '../../music/rhythm/onset-evidence.js';
import { CentreSalienceStream } from '../../signal/centre-salience.js';
import { InvertedChannel } from '../../signal/inverted-channel.js';
import { OnsetFlux } from '../../signal/onset-flux.js';
import { safeSample } from '../../signal/safe-sample.js';
import { barActivations } from './bar-network.js';
import { leadingPitch } from './leading-line-network.js';
import { listenToVocals } from './listen-to-vocals.js';
import { NoteNetwork, networkHopSamples, networkRateHz, salienceHopSamples } from './note-network.js';
import { vocalPitch } from './vocal-pitch-network.js';

export interface DescribeInput {
  readonly path: string;
  /** For the progress only; 0 or absent where unknown. */
  readonly durationSeconds?: number;
  /** A recording of the vocals alone and just as long, where a separator made one. */
  readonly vocalsPath?: string;
  /** Probability that someone sings in it, as heard before; null or absent where nobody asked. */
  readonly presence?: number | null;
}

const longestSeconds = 3600;
/** What a header says may be wrong by so much: beyond it, nothing needs to be heard to know. */
const headerSlack = 1.01;

/** Whether a recording is refused for its length, by its header. */
export const isTooLong = (durationSeconds = 0): boolean => durationSeconds > headerSlack * longestSeconds;

/** Samples handled at a time, whatever the decoder's chunks are. */
const stepSamples = 16_384;

/** Rejects with ComputeError('bad-input') for a file without samples or longer than an hour. */
export async function listen(input: DescribeInput, tools: KernelTools): Promise<Listening> {
  if (isTooLong(input.durationSeconds)) throw tooLong();
  const pcm = await tools.decode(input.path, { sampleRateHz: networkRateHz, channels: 2 });
  const network = await NoteNetwork.open();
  const flux = await OnsetFlux.create({ sampleRateHz: networkRateHz, hopSamples: networkHopSamples });
  const centre = await CentreSalienceStream.create(networkRateHz, salienceHopSamples);
  const inverted = new InvertedChannel(networkRateHz);
  const left = new Float32Array(stepSamples);
  const right = new Float32Array(stepSamples);
  const mono = new Float32Array(stepSamples);
  let samples = 0;
  for await (const chunk of pcm) {
    const frames = Math.floor(chunk.length / pcm.channels);
    for (let start = 0; start < frames; start += stepSamples) {
      const length = Math.min(stepSamples, frames - start);
      for (let n = 0; n < length; n++) {
        const at = (start + n) * pcm.channels;
        left[n] = safeSample(chunk[at]!);
        right[n] = pcm.channels > 1 ? safeSample(chunk[at + 1]!) : left[n]!;
      }
      const [first, second] = [left.subarray(0, length), right.subarray(0, length)];
      const mean = mono.subarray(0, length);
      inverted.mend(first, second);
      for (let n = 0; n < length; n++) mean[n] = 0.5 * (first[n]! + second[n]!);
      flux.push(mean);
      centre.push(first, second);
      await network.push(mean);
    }
    samples += frames;
    const seconds = samples / networkRateHz;
    if (seconds > longestSeconds) throw tooLong();
    if (input.durationSeconds) {
      tools.progress(Math.min(0.9, (0.9 * seconds) / input.durationSeconds), 'listening');
    }
  }
  if (samples === 0) throw new ComputeError('bad-input', 'The file holds no sound');
  const activations = await network.finish();
  const salience = centre.finish();
  const onsets = onsetEvidence(flux.finish(), activations);
  const bands = centre.bandsOfAllFrames();
  return {
    durationSeconds: samples / networkRateHz,
    activations,
    onsets,
    centre: salience,
    vocalPitch: await vocalPitch(bands, activations),
    leadingPitch: await leadingPitch(bands, activations),
    bars: await barActivations(bands, activations, onsets),
    ...(input.vocalsPath === undefined ? {} : { vocals: await listenToVocals(input.vocalsPath, tools) }),
  };
}

function tooLong(): ComputeError {
  return new ComputeError('bad-input', 'Longer than an hour: cut the recording');
}
