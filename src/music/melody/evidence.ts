/** How much two melody lines speak for a common origin: an alignment, less what their make-up alone would give. */

import type { AlignedSide } from '../alignment/aligned-side.js';
import type { Alignment, ScoredTransposition } from '../alignment/local-alignment.js';
import type { SongNote } from '../song-description.js';
import { alignLines, tracedLines } from './line-alignment.js';
import { melodySide } from './melody-rules.js';
import { type MelodySequence, sequenceOf } from './sequence.js';
import { type Pitches, surprisal } from './surprisal.js';

export interface PreparedLine {
  readonly sequence: MelodySequence;
  /** Notes of the line that it is a part of (line-parts.ts); its own where it is whole. */
  readonly lineNotes: number;
  readonly bits: Float32Array;
  readonly side: AlignedSide;
  /** The line backwards: the same notes, intervals and durations without the tune; worked out when first asked for. */
  backwards(): AlignedSide;
  /**
   * How much of the line is not heard before in it, by the surprise of its notes, 0 … 1: a loop has little, a tune without repeats is 1. Worked out
   * when first asked for.
   */
  newShare(): number;
  /** How many of its notes end no run that was heard before in it: of a loop four more than it has, of a tune without repeats all. */
  newNotes(): number;
}

/** Intervals in a run that is recognised as heard before. */
const runIntervals = 4;

/** How often each note's last four intervals were heard before in this line. */
export function timesHeard({ pitch, length }: Pitches): Uint32Array {
  const times = new Uint32Array(length);
  const heard = new Map<number, number>();
  for (let index = runIntervals; index < length; index++) {
    let key = 0;
    for (let back = runIntervals - 1; back >= 0; back--)
      // Wraps to a whole number of 32 bits, which is quicker to look up and no less its own.
      key = (key << 8) | (pitch[index - back]! - pitch[index - back - 1]! + 128);
    times[index] = heard.get(key) ?? 0;
    heard.set(key, times[index]! + 1);
  }
  return times;
}

/**
 * The surprise of every note, divided by how often its last four intervals were heard before in this line: a loop
 * played thirty times is one piece of evidence, not thirty.
 */
export function noveltyBits(sequence: MelodySequence): Float32Array {
  const times = timesHeard(sequence);
  return surprisal(sequence).map((bits, index) => bits / (1 + times[index]!));
}

function countNew(sequence: MelodySequence): number {
  return timesHeard(sequence).reduce((count, times) => (times === 0 ? count + 1 : count), 0);
}

/** The share of a line's surprise that `noveltyBits` leaves. */
function shareOfNew(sequence: MelodySequence, bits: Float32Array): number {
  const once = surprisal(sequence).reduce((sum, note) => sum + note, 0);
  return once > 0 ? bits.reduce((sum, note) => sum + note, 0) / once : 1;
}

function backwardsOf(sequence: MelodySequence): MelodySequence {
  const { length } = sequence;
  const spanBeats = sequence.spanBeats.slice().reverse();
  const onsetBeats = new Float32Array(length);
  const rhythm = new Float32Array(length);
  for (let index = 1; index < length; index++) {
    onsetBeats[index] = onsetBeats[index - 1]! + spanBeats[index - 1]!;
    rhythm[index] = Math.log2(spanBeats[index]! / spanBeats[index - 1]!);
  }
  return { length, onsetBeats, pitch: sequence.pitch.slice().reverse(), rhythm, spanBeats };
}

/** `lineNotes`: of the line that it is a part of. */
export function prepareSequence(sequence: MelodySequence, lineNotes = sequence.length): PreparedLine {
  const bits = noveltyBits(sequence);
  let turned: AlignedSide | null = null;
  const backwards = (): AlignedSide => {
    if (turned) return turned;
    const opposite = backwardsOf(sequence);
    turned = melodySide(opposite, noveltyBits(opposite));
    return turned;
  };
  let share: number | undefined;
  const newShare = (): number => {
    share ??= shareOfNew(sequence, bits);
    return share;
  };
  let count: number | undefined;
  const newNotes = (): number => {
    count ??= countNew(sequence);
    return count;
  };
  return { sequence, lineNotes, bits, side: melodySide(sequence, bits), backwards, newShare, newNotes };
}

/** `notes`: monophonic, sorted by onset. */
export function prepareLine(notes: readonly SongNote[]): PreparedLine {
  return prepareSequence(sequenceOf(notes));
}

export interface LineEvidence {
  /** Bits beyond chance; may be negative. */
  readonly bits: number;
  readonly alignment: Alignment;
  /** What either line scores against the other reversed: the mean of both. */
  readonly reversedScore: number;
}

/** Of what chance gives, this many bits are no chance at the most; fewer where a line was heard, not written. */
const maxSpared = { written: 6, transcribed: 3 };

/**
 * Lines that score much by chance, as calls on three pitches or chromatic runs do, score now much more and now much less:
 * each bit of chance beyond this many takes half another.
 */
const muchChance = 20;

/**
 * What a pair of lines scores without a common tune. Half of what either line scores against the other backwards, or
 * against the other itself in another key; where that is much (figured accompaniments and restless transcriptions fit any
 * other), all but a few bits of it.
 */
function chanceBits(elsewhere: number, lines: keyof typeof maxSpared): number {
  const spread = 0.5 * Math.max(0, elsewhere - muchChance);
  return Math.max(0.5 * elsewhere, elsewhere - maxSpared[lines]) + spread;
}

/** Longer lines offer more places to match by chance: bits a doubling of the number of places beyond 2^13. */
const bitsADoubling = 0.6;
const freeDoublings = 13;

function placeBits(log2Places: number): number {
  return bitsADoubling * Math.max(0, log2Places - freeDoublings);
}

/** log2 of the number of places where two lines could match: the parts that are aligned were looked for in all of both. */
function placesOf(a: PreparedLine, b: PreparedLine): number {
  return Math.log2(a.lineNotes * b.lineNotes);
}

/**
 * The score of an alignment less what chance gives. `elsewhere`: what the lines score reversed, or in the next best key, whichever is more;
 * `log2Places`: as `placesOf` gives them.
 */
export function scoreBeyondChance(
  score: number,
  elsewhere: number,
  log2Places: number,
  lines: keyof typeof maxSpared,
): number {
  return score - chanceBits(elsewhere, lines) - placeBits(log2Places);
}

/** Notes around the best alignment that are the same place. */
const besideNotes = 8;
/** Of unrelated lines one pair in 1,000 has as much. */
const fewestSecondBits = 8;

/**
 * Whether most of what the lines share in another key lies within a few notes of what they share in the best one. At another place it is a second
 * match, as of a verse that returns a step higher, and no chance.
 */
function isBeside(a: PreparedLine, b: PreparedLine, found: Alignment, other: ScoredTransposition): boolean {
  const { pairs } = tracedLines(a.side, b.side, { ...found, ...other, pairs: [] });
  let [at, beside] = [0, 0];
  for (const pair of pairs) {
    while (at + 1 < found.pairs.length && found.pairs[at + 1]!.a <= pair.a) at++;
    const near = found.pairs[at];
    if (!near) return false;
    const [stepsA, stepsB] = [pair.a - near.a, pair.b - near.b];
    if (Math.abs(stepsB - stepsA) <= besideNotes && Math.abs(stepsA) <= besideNotes) beside++;
  }
  return 2 * beside >= pairs.length;
}

/** The first half of the work: how well two lines align, without what is aligned with what. */
export function alignedLines(a: PreparedLine, b: PreparedLine): Alignment {
  return alignLines(a.side, b.side);
}

/** For choosing what to compare in full, in bits: chance by the lengths alone. */
export function quickBits(a: PreparedLine, b: PreparedLine, { score }: Alignment): number {
  return score - 2 * placeBits(placesOf(a, b));
}

/**
 * `alignment`: of these lines. `lines`: whether one of them was heard in a recording. The same bits whichever line comes
 * first: each is turned backwards once, because notes weigh more or less in another order, and the mean of both says
 * what chance gives. Work grows with the product of the lengths.
 */
export function lineEvidence(
  a: PreparedLine,
  b: PreparedLine,
  alignment: Alignment,
  lines: keyof typeof maxSpared,
): LineEvidence {
  if (alignment.score === 0) return { bits: 0, alignment, reversedScore: 0 };
  const backwards = 0.5 * (alignLines(a.side, b.backwards()).score + alignLines(b.side, a.backwards()).score);
  const found = tracedLines(a.side, b.side, alignment);
  const places = placesOf(a, b);
  const beyond = (score: number): number => scoreBeyondChance(score, backwards, places, lines);
  const inAnotherKey = found.others.find(
    (other) => beyond(other.score) < fewestSecondBits || isBeside(a, b, found, other),
  );
  const elsewhere = Math.max(backwards, inAnotherKey?.score ?? 0);
  const bits = scoreBeyondChance(alignment.score, elsewhere, places, lines);
  return { bits, alignment: found, reversedScore: backwards };
}
