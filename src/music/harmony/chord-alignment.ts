/**
 * Local alignment of two songs' chord changes (Smith and Waterman 1981, as for melodies in music/melody/alignment.ts):
 * equal chords earn the surprise of the change that leads to them, related ones cost little, inserted ones cost their
 * length.
 */
import { type ChordSequence, chordChange, movedChord } from './chord-sequence.js';

/** All in bits. Chosen on half of the chord data; see docs/analyses/plagiarism.md. */
const weights = {
  match: -0.5,
  surprise: 0.6,
  /** Equal root, or two tones in common: another reading of the same harmony. */
  related: -0.8,
  mismatch: -2.5,
  sameRhythm: 0.2,
  otherRhythm: -0.4,
  gap: 0.9,
  gapPerBeat: 0.25,
};

export interface ChordPair {
  readonly a: number;
  readonly b: number;
}

export interface ChordAlignment {
  /** Bits; 0 where nothing matches. */
  readonly score: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Chords that are equal and stand for each other, rising in both. */
  readonly pairs: readonly ChordPair[];
}

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

let scores = new Float32Array(0);
let moves = new Uint8Array(0);

/** Roots at these intervals share two tones of their triads: relative and mediant, from major to minor. */
function isRelated(a: number, b: number): boolean {
  if (a % 12 === b % 12) return true;
  if (a < 12 === b < 12) return false;
  const interval = a < 12 ? (b - 12 - a + 12) % 12 : (a - 12 - b + 12) % 12;
  return interval === 9 || interval === 4;
}

function pairScores(): Float32Array {
  const table = new Float32Array(24 * 24);
  for (let a = 0; a < 24; a++)
    for (let b = 0; b < 24; b++)
      table[a * 24 + b] = a === b ? 0 : isRelated(a, b) ? weights.related : weights.mismatch;
  return table;
}

const replaced = pairScores();

/** Work and memory grow with a.length × b.length. */
export function alignChordsAt(
  a: ChordSequence,
  b: ChordSequence,
  bitsA: Float32Array,
  bitsB: Float32Array,
  transposition: number,
  trace: boolean,
): ChordAlignment {
  const width = b.length + 1;
  const cells = trace ? (a.length + 1) * width : 1;
  if (scores.length < width) scores = new Float32Array(width * 2);
  if (moves.length < cells) moves = new Uint8Array(cells * 2);
  scores.fill(0, 0, width);
  if (trace) moves.fill(stop, 0, cells);
  let best = 0;
  let bestCell = 0;
  for (let i = 1; i <= a.length; i++) {
    const chord = movedChord(a.chord[i - 1]!, transposition);
    const gapA = weights.gap + weights.gapPerBeat * Math.min(8, a.beats[i - 1]!);
    let corner = 0;
    let left = 0;
    for (let j = 1; j < width; j++) {
      const above = scores[j]!;
      const other = b.chord[j - 1]!;
      let score = corner;
      if (chord === other) {
        score += weights.match + weights.surprise * 0.5 * (bitsA[i - 1]! + bitsB[j - 1]!);
        const change = Math.abs(a.rhythm[i - 1]! - b.rhythm[j - 1]!);
        if (change < 0.3) score += weights.sameRhythm;
        else if (change > 0.8) score += weights.otherRhythm;
      } else score += replaced[chord * 24 + other]!;
      let move = diagonal;
      const fromAbove = above - gapA;
      if (fromAbove > score) {
        score = fromAbove;
        move = skipA;
      }
      const fromLeft = left - weights.gap - weights.gapPerBeat * Math.min(8, b.beats[j - 1]!);
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

function tracePairs(a: ChordSequence, b: ChordSequence, transposition: number, cell: number): ChordPair[] {
  const width = b.length + 1;
  const pairs: ChordPair[] = [];
  let at = cell;
  while (moves[at] !== stop && at > 0) {
    const i = Math.floor(at / width) - 1;
    const j = (at % width) - 1;
    if (moves[at] === diagonal) {
      if (movedChord(a.chord[i]!, transposition) === b.chord[j]) pairs.push({ a: i, b: j });
      at -= width + 1;
    } else at -= moves[at] === skipA ? width : 1;
  }
  return pairs.reverse();
}

/** The transpositions (0 … 11) that most runs of two equal changes agree on, best first. */
function likelyTranspositions(
  a: ChordSequence,
  b: ChordSequence,
  bitsA: Float32Array,
  count: number,
): number[] {
  const places = new Map<number, number[]>();
  const key = (s: ChordSequence, i: number): number =>
    chordChange(s.chord[i]!, s.chord[i + 1]!) * 64 + chordChange(s.chord[i + 1]!, s.chord[i + 2]!);
  for (let index = 0; index + 2 < b.length; index++) {
    const list = places.get(key(b, index));
    if (list) list.push(b.chord[index]! % 12);
    else places.set(key(b, index), [b.chord[index]! % 12]);
  }
  const votes = new Float64Array(12);
  for (let index = 0; index + 2 < a.length; index++) {
    const found = places.get(key(a, index));
    if (!found) continue;
    const weight = (bitsA[index + 1]! + bitsA[index + 2]!) / found.length;
    for (const root of found) votes[(root - (a.chord[index]! % 12) + 12) % 12]! += weight;
  }
  return Array.from(votes.keys())
    .filter((shift) => votes[shift]! > 0)
    .sort((x, y) => votes[y]! - votes[x]!)
    .slice(0, count);
}

/** The best alignment over the likely transpositions. */
export function alignChords(
  a: ChordSequence,
  b: ChordSequence,
  bitsA: Float32Array,
  bitsB: Float32Array,
  { trace = true, transpositions = 3 } = {},
): ChordAlignment {
  let best: ChordAlignment = { score: 0, transposition: 0, pairs: [] };
  for (const shift of likelyTranspositions(a, b, bitsA, transpositions)) {
    const found = alignChordsAt(a, b, bitsA, bitsB, shift, false);
    if (found.score > best.score) best = found;
  }
  if (!trace || best.score === 0) return best;
  return alignChordsAt(a, b, bitsA, bitsB, best.transposition, true);
}
