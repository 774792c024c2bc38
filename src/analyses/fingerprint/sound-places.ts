/** Which places a comparison of the sound would decide, how they are compared, and what one comparison covers. */
import { isClear, isMatch, type Strictness } from './decision/decision.js';
import type { QueryWindow } from './extract.js';
import { framesPerSecond } from './parameters.js';
import type { Alignment } from './verification/measure.js';
import { scalesAt } from './waveform/waveform.js';

/** A part of the query, in seconds of the recording. */
export interface Stretch {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Where a stretch lies: song seconds = startSeconds + scale · its seconds; its pitch above the song's. */
export interface SoundPlace {
  readonly startSeconds: number;
  readonly scale: number;
  readonly pitchCents: number;
}

/** Compared as a whole up to this length; of what is longer the middle of the matched span. */
export const wholeSeconds = 60;
const partSeconds = 30;

/**
 * z from which a place is compared: wrong places reach 8 in a catalogue of a thousand songs in one query of a
 * hundred, and 1.2 more for e times as many. Where speed and pitch are taken to be unchanged fewer places are tried, and
 * wrong ones reach 5 in one query of fifty among 260 songs.
 */
const comparedZ = {
  anySpeed: { z: 8, atSongs: 1000 },
  keptSpeed: { z: 3, atSongs: 260 },
  perLogSongs: 1.5,
} as const;
/**
 * The same of a place that a sweep found: of 348 queries through telephones one in four of the two best wrong songs reaches so much, whether N is 40 or 236.
 */
const comparedSweptScore = { score: 1.73, atSongs: 120, perLogSongs: 0.1 } as const;
/**
 * The same where a change was assumed: two wrong ones in 31 queries among 119 songs reach it, and all true ones. Of 110 queries slowed in heavy
 * reverberation a wrong place reaches it as often among 500 and 1,600 songs.
 */
const comparedChangedScore = { score: 2.8, atSongs: 120, perLogSongs: 0.15 } as const;
/** Farther apart pitch and speed are not changed by one factor. */
const speedCents = 12;

/** Whether pitch or tempo alone is changed: a stretcher's waveform is its own. */
export function isByStretcher({ scale, pitchCents }: Pick<Alignment, 'scale' | 'pitchCents'>): boolean {
  return Math.abs(pitchCents - 1200 * Math.log2(scale)) > speedCents;
}

/** Whether comparing the sound would decide something. */
export function isDoubtful(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  const { coherence, fineStructure } = alignment;
  return (
    coherence === null &&
    fineStructure === null &&
    isLikely(alignment, songs) &&
    !(isMatch(alignment, songs, strictness) && isClear(alignment))
  );
}

function isLikely(alignment: Alignment, songs: number): boolean {
  // Of what a sweep found only places likely enough are verified (sweeps.ts).
  if (alignment.sweptScore !== undefined) return true;
  const isKept = alignment.scale === 1 && !isByStretcher(alignment);
  const { z, atSongs } = isKept ? comparedZ.keptSpeed : comparedZ.anySpeed;
  return alignment.z >= z + comparedZ.perLogSongs * growth(songs, atSongs);
}

/** The score from which a place that a sweep found is compared. */
export function minSweptScore(songs: number): number {
  const { score, atSongs, perLogSongs } = comparedSweptScore;
  return score + perLogSongs * Math.log(Math.max(1, songs) / atSongs);
}

/** The same where a change was assumed. */
export function minChangedScore(songs: number): number {
  const { score, atSongs, perLogSongs } = comparedChangedScore;
  return score + perLogSongs * growth(songs, atSongs);
}

function growth(songs: number, atSongs: number): number {
  return Math.log(Math.max(songs, atSongs) / atSongs);
}

/** How good a place is among those of one look-up: what a sweep found it by, else how many peaks coincide. */
export function rankOf({ sweptScore, z }: Alignment): number {
  return sweptScore ?? z;
}

/** The part of the query that is compared. */
export function stretchOf(
  { fromSeconds, toSeconds }: Alignment,
  { startSeconds, endSeconds }: QueryWindow,
): Stretch {
  const length = endSeconds - startSeconds;
  if (length <= wholeSeconds) return { fromSeconds: startSeconds, toSeconds: endSeconds };
  const middle = (fromSeconds + toSeconds) / 2;
  const from = Math.max(0, middle - partSeconds / 2);
  return { fromSeconds: startSeconds + from, toSeconds: startSeconds + Math.min(length, from + partSeconds) };
}

export function placeOf({ startFrames, scale, pitchCents }: Alignment, fromSeconds: number): SoundPlace {
  const startSeconds = startFrames / framesPerSecond + scale * fromSeconds;
  return { startSeconds, scale, pitchCents };
}

/** What a comparison searches around a place: delays of 0.12 s, drifts of 0.05 %. Nearer places than this are one. */
const samePlace = { seconds: 0.05, scale: 4e-4 } as const;

/** Whether what was compared at `known` covers what would be at `place`. */
export function covers(known: SoundPlace, place: SoundPlace, { fromSeconds, toSeconds }: Stretch): boolean {
  if (isByStretcher(known) !== isByStretcher(place)) return false;
  const middle = (toSeconds - fromSeconds) / 2;
  const apart = known.startSeconds - place.startSeconds + (known.scale - place.scale) * middle;
  const [compared, wanted] = [known, place].map((one) => (isByStretcher(one) ? [one.scale] : scalesAt(one)));
  return (
    Math.abs(apart) < samePlace.seconds &&
    Math.abs(known.pitchCents - place.pitchCents) < 2 * speedCents &&
    wanted!.every((scale) => compared!.some((other) => Math.abs(scale - other) < samePlace.scale))
  );
}
