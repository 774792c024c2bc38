/** Hears a track once, in bounded memory: mean spectra of middle and sides, the loudness's rhythm, and the onsets. */
import type { PcmStream, ReportProgress } from '../../../domain/compute.js';
import { type EnvelopeRhythm, EnvelopeRhythmStream } from './envelope-rhythm.js';
import { analysisRateHz, MeanSpectrumStream, type SegmentsOfTrack } from './mean-spectrum.js';
import { TransientStream } from './transients.js';

/** All that is read of the sound; everything after it is arithmetic (see measure.ts). */
export interface Heard {
  readonly mid: SegmentsOfTrack;
  readonly side: SegmentsOfTrack;
  readonly rhythm: EnvelopeRhythm;
  /** Times of the middle's onsets in seconds, rising. */
  readonly onsets: Float64Array;
  readonly durationSeconds: number;
}

/** Splits interleaved stereo into (L+R)/2 and (L−R)/2. */
function toMidAndSide(chunk: Float32Array): { mid: Float32Array; side: Float32Array } {
  const frames = chunk.length >> 1;
  const mid = new Float32Array(frames);
  const side = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const left = chunk[2 * frame]!;
    const right = chunk[2 * frame + 1]!;
    mid[frame] = (left + right) / 2;
    side[frame] = (left - right) / 2;
  }
  return { mid, side };
}

/** `pcm` must be 44.1 kHz stereo. `expectedSeconds` only scales the progress. */
export async function listen(
  pcm: PcmStream,
  progress: ReportProgress,
  expectedSeconds: number,
): Promise<Heard> {
  if (pcm.sampleRateHz !== analysisRateHz || pcm.channels !== 2) {
    throw new RangeError('AI detection measures 44.1 kHz stereo');
  }
  const midStream = await MeanSpectrumStream.create();
  const sideStream = await MeanSpectrumStream.create();
  const rhythmStream = await EnvelopeRhythmStream.create();
  const transients = new TransientStream();
  let frames = 0;
  for await (const chunk of pcm) {
    const { mid, side } = toMidAndSide(chunk);
    midStream.push(mid);
    sideStream.push(side);
    rhythmStream.push(mid);
    transients.push(mid);
    frames += mid.length;
    progress(0.8 * Math.min(1, frames / (analysisRateHz * Math.max(1, expectedSeconds))), 'listening');
  }
  return {
    mid: midStream.finish(),
    side: sideStream.finish(),
    rhythm: rhythmStream.finish(),
    onsets: transients.finish(),
    durationSeconds: frames / analysisRateHz,
  };
}
