/**
 * How far two lines agree as whole tunes. A local alignment finds the passage that two songs share most clearly; variants of one tune, as people
 * remember, sing and print them, may share no passage clearly and yet agree from end to end. Both measures are 0 … 1, for lines in one transposition,
 * and say nothing of a passage that one song took over.
 */
import { median } from '../../numbers/median.js';
import type { MelodySequence } from './sequence.js';

/**
 * In tenths of an equal note, whole numbers so that sums are exact: what a note that is replaced by another one costs, and gaps, whose first note costs
 * both.
 */
const [equal, replaced, gapOpened, gapExtended] = [10, 3, 8, 2];
const impossible = -1e8;

/** A bound on work: longer lines than this are more than one tune. */
const longestTune = 1000;

/**
 * The score of a global alignment of the pitch classes with affine gaps (Needleman and Wunsch 1970, Gotoh 1982; of melodies: Savage et al. 2018),
 * a note of their mean length; 0 where gaps and other notes cost more than equal ones earn, and where a line is longer than a tune. `transposition`:
 * semitones from a to b. O(n·m).
 */
export function endToEndAgreement(a: MelodySequence, b: MelodySequence, transposition: number): number {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || Math.max(a.length, b.length) > longestTune) return 0;
  const best = new Int32Array(width);
  const inColumn = new Int32Array(width).fill(impossible);
  for (let j = 1; j < width; j++) best[j] = -gapOpened - gapExtended * j;
  const moved = Uint8Array.from(b.pitch, (pitch) => (((pitch - transposition) % 12) + 12) % 12);
  for (let i = 1; i <= a.length; i++) {
    const own = a.pitch[i - 1]! % 12;
    let corner = best[0]!;
    let before = -gapOpened - gapExtended * i;
    best[0] = before;
    let inRow = impossible;
    for (let j = 1; j < width; j++) {
      const above = best[j]!;
      // Comparisons rather than Math.max: this is the hot loop, and they are a sixth quicker.
      let down = inColumn[j]!;
      if (above - gapOpened > down) down = above - gapOpened;
      down -= gapExtended;
      inColumn[j] = down;
      if (before - gapOpened > inRow) inRow = before - gapOpened;
      inRow -= gapExtended;
      before = corner + (moved[j - 1] === own ? equal : -replaced);
      if (down > before) before = down;
      if (inRow > before) before = inRow;
      best[j] = before;
      corner = above;
    }
  }
  return Math.max(0, (2 * best[b.length]!) / (equal * (a.length + b.length)));
}

/**
 * Paces at which a tune is laid upon another: as written, or with beats of half or twice the length; where the beats of one are estimates, three may
 * also have been taken for two.
 */
const paces = { written: [1, 2, 0.5], estimated: [1, 2, 0.5, 3 / 2, 2 / 3] } as const;
type Beats = keyof typeof paces;
/** Places at which it is laid, those that most matching notes name. */
const placesTried = 4;

type MatchedOnsets = readonly (readonly [number, number])[];

/**
 * The share of both lines' time in which the same pitch class sounds, where one is laid upon the other with its rhythm: at the pace and place of the
 * most matching notes, the middle of those that lie within half a beat. The same whichever line comes first. `matchedOnsets`: pairs of onsets in beats.
 * `beats`: whether those of one line are estimates.
 */
export function soundingTogether(
  a: MelodySequence,
  b: MelodySequence,
  transposition: number,
  matchedOnsets: MatchedOnsets,
  beats: Beats = 'written',
): number {
  const turned = matchedOnsets.map(([onsetA, onsetB]) => [onsetB, onsetA] as const);
  return Math.max(
    laidUpon(a, b, transposition, matchedOnsets, paces[beats]),
    laidUpon(b, a, -transposition, turned, paces[beats]),
  );
}

function laidUpon(
  a: MelodySequence,
  b: MelodySequence,
  transposition: number,
  matchedOnsets: MatchedOnsets,
  tried: readonly number[],
): number {
  const named = new Map<number, { pace: number; offsets: number[] }>();
  for (const [which, pace] of tried.entries())
    for (const [onsetA, onsetB] of matchedOnsets) {
      const offset = onsetB - pace * onsetA;
      const key = Math.round(2 * offset) * tried.length + which;
      const place = named.get(key);
      if (place) place.offsets.push(offset);
      else named.set(key, { pace, offsets: [offset] });
    }
  const places = [...named.values()]
    .sort((x, y) => y.offsets.length - x.offsets.length)
    .slice(0, placesTried);
  const shares = places.map(({ pace, offsets }) => shareAt(a, b, transposition, pace, median(offsets)!));
  return Math.max(0, ...shares);
}

/** Beats of b in which both sound the same, of the mean of all beats of both. */
function shareAt(
  a: MelodySequence,
  b: MelodySequence,
  transposition: number,
  pace: number,
  offset: number,
): number {
  let together = 0;
  let total = 0;
  let next = 0;
  for (let j = 0; j < b.length; j++) total += endOf(b, j) - b.onsetBeats[j]!;
  for (let i = 0; i < a.length; i++) {
    const start = pace * a.onsetBeats[i]! + offset;
    const end = pace * endOf(a, i) + offset;
    total += end - start;
    while (next < b.length && endOf(b, next) <= start) next++;
    for (let j = next; j < b.length && b.onsetBeats[j]! < end; j++) {
      if ((b.pitch[j]! - a.pitch[i]! - transposition) % 12 !== 0) continue;
      together += Math.max(0, Math.min(end, endOf(b, j)) - Math.max(start, b.onsetBeats[j]!));
    }
  }
  return total > 0 ? (2 * together) / total : 0;
}

/**
 * The share of time in which the same pitch class would sound if the notes of both lines came in any order: much where both hold one or two pitches
 * for most of their time, as drones do.
 */
export function soundingTogetherByChance(
  a: MelodySequence,
  b: MelodySequence,
  transposition: number,
): number {
  const [own, other] = [timeShares(a), timeShares(b)];
  return own.reduce((sum, share, pitch) => sum + share * other[(pitch + transposition + 12) % 12]!, 0);
}

/** Of each pitch class, of all the time in which the line sounds. */
function timeShares(line: MelodySequence): Float64Array {
  const beats = new Float64Array(12);
  let total = 0;
  for (let note = 0; note < line.length; note++) {
    const own = endOf(line, note) - line.onsetBeats[note]!;
    beats[line.pitch[note]! % 12]! += own;
    total += own;
  }
  return total > 0 ? beats.map((own) => own / total) : beats;
}

/** The beat at which a note ends: the next one's at the latest, as a span is at least 1/24 of a beat and notes may follow each other more quickly. */
function endOf({ onsetBeats, spanBeats }: MelodySequence, note: number): number {
  return Math.min(onsetBeats[note]! + spanBeats[note]!, onsetBeats[note + 1] ?? Number.POSITIVE_INFINITY);
}
