/** What each note of a line says where it is laid upon another line: for a common tune where it sounds there, and against it where it does not. */
import { layingRule } from './laying-rule.js';
import type { MovingNotes } from './moving-notes.js';
import { cellsABeat } from './sounding-cells.js';

/** A note is heard for this long, in cells, however short it is. */
export const shortestCells = 2;
/** Sums are whole numbers. */
export const stepsABit = 64;

export interface LaidNotes {
  readonly length: number;
  /** Of the line that sounds, from where the line's first beat is laid on; rising. */
  readonly startCells: Int32Array;
  readonly lengthCells: Int32Array;
  readonly pitchClass: Uint8Array;
  /** In steps of a bit: what a note earns where it sounds; costs where another one does, and where none does. */
  readonly earned: Int32Array;
  readonly cost: Int32Array;
  readonly costInSilence: Int32Array;
}

/** A line is laid upon many others, and more than once upon each: worked out once for each pace. */
const known = new WeakMap<MovingNotes, Map<number, LaidNotes>>();

/** As the notes say, `pace` being beats of the line that sounds for one beat of theirs. */
export function laidNotes(notes: MovingNotes, pace: number): LaidNotes {
  const byPace = known.get(notes) ?? new Map<number, LaidNotes>();
  const laid = byPace.get(pace) ?? laidAtPace(notes, pace);
  known.set(notes, byPace.set(pace, laid));
  return laid;
}

/**
 * The log of the likelihood ratio of what sounds at each note. By chance it sounds as often as its interval is expected.
 */
function laidAtPace(notes: MovingNotes, pace: number): LaidNotes {
  const { soundingShare, maxBits, minAgreeingBits, minDifferingBits, silenceShare } = layingRule();
  const { length, startBeats, lengthBeats, pitchClass, surprise, newness } = notes;
  const cells = (beats: number): number => Math.round(beats * pace * cellsABeat);
  const chanceBits = surprise.map((bits) => Math.min(maxBits, bits));
  const steps = (bits: (note: number) => number): Int32Array =>
    Int32Array.from({ length }, (_, note) => Math.round(stepsABit * newness[note]! * bits(note)));
  const costBits = (note: number): number =>
    Math.max(minDifferingBits, Math.log2((1 - 2 ** -chanceBits[note]!) / (1 - soundingShare)));
  return {
    length,
    startCells: Int32Array.from(startBeats, cells).sort(),
    lengthCells: Int32Array.from(lengthBeats, (beats) => Math.max(shortestCells, cells(beats))),
    pitchClass,
    earned: steps((note) => Math.max(minAgreeingBits, chanceBits[note]! + Math.log2(soundingShare))),
    cost: steps(costBits),
    costInSilence: steps((note) => silenceShare * costBits(note)),
  };
}
