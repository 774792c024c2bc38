/** Compares the sound of a query with that of a song at a place that their peaks suggest (coherence.ts). */

import type { KernelTools } from '../../../domain/compute.js';
import { halve } from '../../../signal/halve.js';
import { resample } from '../../../signal/resample.js';
import { type Coherence, coherenceRateHz, isHopeless, waveformCoherence } from './coherence.js';
import { samplesBetween } from './samples-between.js';
import { isSameWaveform, type WaveformMeasurements, waveformLogOdds } from './waveform-odds.js';

/** A stretch of the query, and where in the song it may lie. */
export interface WaveformInput {
  readonly queryPath: string;
  readonly songPath: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The likeliest first; compared until one is the same sound. */
  readonly places: readonly WaveformPlace[];
}

/** Song seconds = startSeconds + scale · seconds of the stretch. */
export interface WaveformPlace {
  readonly startSeconds: number;
  readonly scale: number;
}

/** Peaks show a scale to about so much: within it the speed may not have been changed at all. */
const unchangedScale = 0.012;
/** Beside a scale that peaks show. */
const besideScales = [8e-4, -8e-4];
/** A drift by which the blocks' ends come out of step: the speed is corrected, and they are compared again. */
const noticeableDrift = 4e-5;

/** Whether a comparison shows one recording, so that no more need be compared. */
export type IsDecided = (coherence: WaveformMeasurements) => boolean;

/**
 * The coherence at each place that was compared, in their order; null where there is too little sound. `isDecided` ends the
 * comparisons: what fits the odds compares all of every place, and decides nothing.
 */
export async function compareWaveforms(
  { queryPath, songPath, fromSeconds, toSeconds, places }: WaveformInput,
  tools: KernelTools,
  isDecided: IsDecided = isSameWaveform,
): Promise<(Coherence | null)[]> {
  const seconds = toSeconds - fromSeconds;
  const query = halve(await samplesBetween(tools, queryPath, fromSeconds, toSeconds));
  const ends = places.map(({ startSeconds, scale }) => startSeconds + scale * seconds);
  const first = Math.min(...places.map(({ startSeconds }) => startSeconds));
  const song = halve(await samplesBetween(tools, songPath, first, Math.max(...ends)));
  const found: (Coherence | null)[] = [];
  for (const { startSeconds, scale } of places) {
    const there = moved(song, (startSeconds - first) * coherenceRateHz);
    const coherence = await atPlace(query, there, scale, isDecided);
    found.push(coherence);
    if (coherence && isDecided(coherence)) break;
  }
  return found;
}

/**
 * The scales that are compared at a place, in this order: peaks show one to 0.02 %, and under reverberation, which makes
 * them late, to 0.1 %. A comparison covers 0.05 % by itself.
 */
export function scalesAt({ scale }: Pick<WaveformPlace, 'scale'>): number[] {
  if (scale === 1) return [1];
  const near = [scale, ...besideScales.map((step) => scale * (1 + step))];
  return Math.abs(scale - 1) < unchangedScale ? [1, ...near] : near;
}

/** `song` begins where the query's beginning would lie. */
async function atPlace(
  query: Float32Array,
  song: Float32Array,
  scale: number,
  isDecided: IsDecided,
): Promise<Coherence | null> {
  let best: Coherence | null = null;
  for (const tried of scalesAt({ scale })) {
    // The middle stays where it is.
    const there = moved(song, ((scale - tried) / 2) * query.length);
    const coherence = await atSpeed(query, there, tried, isDecided);
    if (!coherence) return null;
    if (!best || waveformLogOdds(coherence) > waveformLogOdds(best)) best = coherence;
    if (isDecided(best)) break;
  }
  return best;
}

async function atSpeed(
  query: Float32Array,
  song: Float32Array,
  scale: number,
  isDecided: IsDecided,
): Promise<Coherence | null> {
  if (scale === 1) return waveformCoherence(query, song, isDecided);
  const coherence = await waveformCoherence(resample(query, scale), song, isDecided);
  // What nothing agrees with at all has no speed either.
  if (!coherence || isDecided(coherence) || isHopeless(coherence)) return coherence;
  if (Math.abs(coherence.drift) < noticeableDrift) return coherence;
  return waveformCoherence(resample(query, scale * (1 - coherence.drift)), song, isDecided);
}

function moved(samples: Float32Array, bySamples: number): Float32Array {
  const by = Math.round(bySamples);
  if (by >= 0) return samples.subarray(by);
  const later = new Float32Array(samples.length - by);
  later.set(samples, -by);
  return later;
}
