/**
 * Local alignment of two melodies in the manner of Smith and Waterman (1981), with the editing operations of
 * Mongeau and Sankoff (1990): notes are replaced, dropped, inserted, repeated. Equal notes earn what they are
 * worth: their surprise under a background of melodies (surprisal.ts), so that runs up a scale earn little.
 */
import type { MelodySequence } from './sequence.js';

/** All in bits. Set by hand; how they were compared is told in docs/analyses/plagiarism.md. */
export interface AlignmentWeights {
  /** Earned beyond a matched note's surprise (negative: an offset that unrelated melodies do not overcome). */
  readonly match: number;
  /** Share of the surprise that counts. */
  readonly surprise: number;
  /** A note a semitone or a whole tone off: another mode, a grace note, a wrong note. */
  readonly near: number;
  readonly mismatch: number;
  /** Equal change of duration, and one off by more than a factor of 1.5. */
  readonly sameRhythm: number;
  readonly otherRhythm: number;
  /** Earned besides for each octave of change (a halved or doubled duration, 2 at most) that both make. */
  readonly rareRhythm: number;
  /** A note too many: at the least, and a beat long. */
  readonly gap: number;
  readonly gapPerBeat: number;
  /** A note too many that repeats the one before it. */
  readonly repeatGap: number;
}

export const defaultWeights: AlignmentWeights = {
  match: -0.6,
  surprise: 0.6,
  near: -1.5,
  mismatch: -2.5,
  sameRhythm: 0.2,
  otherRhythm: -0.5,
  rareRhythm: 0.4,
  gap: 0.8,
  gapPerBeat: 0.8,
  repeatGap: 0.4,
};

export interface AlignedPair {
  /** Positions in the two sequences. */
  readonly a: number;
  readonly b: number;
}

export interface Alignment {
  /** Bits of evidence; 0 where nothing matches. */
  readonly score: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Notes that stand for each other, rising in both. */
  readonly pairs: readonly AlignedPair[];
}

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

let scores = new Float32Array(0);
let moves = new Uint8Array(0);

function gapCosts(sequence: MelodySequence, weights: AlignmentWeights): Float32Array {
  const costs = new Float32Array(sequence.length);
  for (let index = 0; index < sequence.length; index++) {
    const repeats = index > 0 && sequence.pitch[index] === sequence.pitch[index - 1];
    const full = weights.gap + weights.gapPerBeat * Math.min(2, sequence.spanBeats[index]!);
    costs[index] = repeats ? Math.min(full, weights.repeatGap + 0.2 * weights.gapPerBeat) : full;
  }
  return costs;
}

/**
 * The best local alignment of `a`, moved by `transposition` semitones, with `b`; octaves do not matter.
 * `bitsA`, `bitsB`: the surprise of each note. Work and memory grow with a.length × b.length.
 */
export function alignAt(
  a: MelodySequence,
  b: MelodySequence,
  bitsA: Float32Array,
  bitsB: Float32Array,
  transposition: number,
  weights: AlignmentWeights,
  trace: boolean,
): Alignment {
  const width = b.length + 1;
  const cells = trace ? (a.length + 1) * width : 1;
  if (scores.length < width) scores = new Float32Array(width * 2);
  if (moves.length < cells) moves = new Uint8Array(cells * 2);
  scores.fill(0, 0, width);
  if (trace) moves.fill(stop, 0, cells);
  const gapsA = gapCosts(a, weights);
  const gapsB = gapCosts(b, weights);
  const classesB = b.pitch.map((pitch) => pitch % 12);
  const replaced = Float32Array.from({ length: 23 }, (_, index) => {
    const steps = Math.abs(index - 11);
    return steps <= 2 || steps >= 10 ? weights.near : weights.mismatch;
  });
  let best = 0;
  let bestCell = 0;
  for (let i = 1; i <= a.length; i++) {
    const pitchClass = (a.pitch[i - 1]! + transposition) % 12;
    const bits = bitsA[i - 1]!;
    const rhythm = a.rhythm[i - 1]!;
    const gapA = gapsA[i - 1]!;
    const rhythmCredit = weights.sameRhythm + weights.rareRhythm * Math.min(2, Math.abs(rhythm));
    let corner = 0;
    let left = 0;
    for (let j = 1; j < width; j++) {
      const above = scores[j]!;
      const distance = pitchClass - classesB[j - 1]!;
      let score = corner;
      if (distance === 0) {
        score += weights.match + weights.surprise * 0.5 * (bits + bitsB[j - 1]!);
      } else {
        score += replaced[distance + 11]!;
      }
      const change = Math.abs(rhythm - b.rhythm[j - 1]!);
      if (change < 0.3) score += rhythmCredit;
      else if (change > 0.6) score += weights.otherRhythm;
      let move = diagonal;
      const fromAbove = above - gapA;
      if (fromAbove > score) {
        score = fromAbove;
        move = skipA;
      }
      const fromLeft = left - gapsB[j - 1]!;
      if (fromLeft > score) {
        score = fromLeft;
        move = skipB;
      }
      if (score <= 0) {
        score = 0;
        move = stop;
      }
      corner = above;
      left = score;
      scores[j] = score;
      if (trace) moves[i * width + j] = move;
      if (score > best) {
        best = score;
        bestCell = i * width + j;
      }
    }
  }
  return { score: best, transposition, pairs: trace ? tracePairs(a, b, transposition, bestCell) : [] };
}

function tracePairs(
  a: MelodySequence,
  b: MelodySequence,
  transposition: number,
  cell: number,
): AlignedPair[] {
  const width = b.length + 1;
  const pairs: AlignedPair[] = [];
  let at = cell;
  while (moves[at] !== stop && at > 0) {
    const move = moves[at];
    const i = Math.floor(at / width) - 1;
    const j = (at % width) - 1;
    if (move === diagonal) {
      if ((a.pitch[i]! + transposition + 120 - b.pitch[j]!) % 12 === 0) pairs.push({ a: i, b: j });
      at -= width + 1;
    } else at -= move === skipA ? width : 1;
  }
  return pairs.reverse();
}

/** The transpositions (0 … 11) that the most matching runs of three notes agree on, best first. */
export function likelyTranspositions(
  a: MelodySequence,
  b: MelodySequence,
  bitsA: Float32Array,
  count: number,
): number[] {
  const places = new Map<number, number[]>();
  const key = (s: MelodySequence, i: number): number =>
    ((s.pitch[i + 1]! - s.pitch[i]! + 132) % 12) * 12 + ((s.pitch[i + 2]! - s.pitch[i + 1]! + 132) % 12);
  for (let index = 0; index + 2 < b.length; index++) {
    const list = places.get(key(b, index));
    if (list) list.push(b.pitch[index]!);
    else places.set(key(b, index), [b.pitch[index]!]);
  }
  const votes = new Float64Array(12);
  for (let index = 0; index + 2 < a.length; index++) {
    const found = places.get(key(a, index));
    if (!found) continue;
    const weight = (bitsA[index + 1]! + bitsA[index + 2]!) / Math.sqrt(found.length);
    for (const pitch of found) votes[(pitch - a.pitch[index]! + 120) % 12]! += weight / found.length;
  }
  return Array.from(votes.keys())
    .filter((shift) => votes[shift]! > 0)
    .sort((x, y) => votes[y]! - votes[x]!)
    .slice(0, count);
}

/** The best alignment over the likely transpositions. */
export function align(
  a: MelodySequence,
  b: MelodySequence,
  bitsA: Float32Array,
  bitsB: Float32Array,
  { weights = defaultWeights, trace = true, transpositions = 4 } = {},
): Alignment {
  let best: Alignment = { score: 0, transposition: 0, pairs: [] };
  for (const shift of likelyTranspositions(a, b, bitsA, transpositions)) {
    const found = alignAt(a, b, bitsA, bitsB, shift, weights, false);
    if (found.score > best.score) best = found;
  }
  if (!trace || best.score === 0) return best;
  return alignAt(a, b, bitsA, bitsB, best.transposition, weights, true);
}
