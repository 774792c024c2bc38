/**
 * How much the notes of one line, laid upon another that was heard, speak for a common tune: the best laying, less what chance gives. The notes say where
 * to cut what was heard, so that it does not matter where its own notes were heard to begin (docs/measurements/plagiarism-laid-notes.md).
 */
import type { SongNote } from '../../song-description.js';
import { layingRule } from './laying-rule.js';
import { backwardNotes, type MovingNotes, movingNotes } from './moving-notes.js';
import { type AgreeingNote, agreeingNotes, type Laying, layings } from './note-layings.js';
import { cellsABeat, type SoundingCells, soundingCells } from './sounding-cells.js';

/** A line that is laid upon others, and that others are laid upon. */
export interface LayableLine {
  readonly notes: readonly SongNote[];
  readonly cells: SoundingCells;
  readonly moving: MovingNotes;
  readonly backwards: MovingNotes;
}

/** Bounds on work and memory: longer lines are more than one song, and are not laid. */
const [longestNotes, longestBeats] = [2000, 2000];
/** Notes of one line times cells of the other: of two songs of ten minutes. */
const maxWork = 16e6;

/** Null of a line that is too long, or has no notes. */
export function layableLine(notes: readonly SongNote[]): LayableLine | null {
  const last = notes.at(-1);
  if (!last || notes.length > longestNotes || last.onsetBeats + last.durationBeats > longestBeats)
    return null;
  const moving = movingNotes(notes);
  return { notes, cells: soundingCells(notes), moving, backwards: backwardNotes(moving) };
}

/** A note of the laid line, and what of the other sounds there. */
export interface LaidPair {
  /** In beats of the line that sounds: from where the note is laid on, as long as it is. */
  readonly startBeat: number;
  readonly endBeat: number;
  /** The index of the note that sounds longest there in the note's pitch class. */
  readonly sounding: number;
  /** Of the note, in beats of its own line. */
  readonly noteStart: number;
  readonly noteEnd: number;
  readonly bits: number;
}

export interface LaidEvidence {
  /** Bits beyond chance. */
  readonly bits: number;
  /** Semitones from the line that sounds to the notes, 0 … 11. */
  readonly transposition: number;
  /** Those that sound as they should, rising. */
  readonly pairs: readonly LaidPair[];
}

/** `elsewhere`: what the notes score in the opposite order, or in the next best key. */
function beyondChance(bits: number, elsewhere: number): number {
  const { sparedBits, muchChanceBits } = layingRule();
  return bits - Math.max(0, elsewhere - sparedBits) - Math.max(0, elsewhere - muchChanceBits);
}

/** Fewer bits are none: their pairs are not looked for. */
const fewestBits = 4;
/** As of aligned lines (evidence.ts): a key that says so much by itself, at another place, is a second match and no chance. */
const fewestSecondBits = 8;

/**
 * Null where it is no more than chance, and of lines that are too long for each other. `paces`: beats of the line that sounds for one beat of the laid one,
 * which are tried.
 */
export function laidEvidence(
  sounding: LayableLine,
  laid: LayableLine,
  paces: readonly number[],
): LaidEvidence | null {
  if (sounding.cells.length * laid.moving.length > maxWork) return null;
  const found = layings(sounding.cells, laid.moving, paces);
  const [best, , third] = found;
  // A song may have a second key; a third one is chance. That needs no second search, of most songs.
  if (!best || beyondChance(best.bits, third!.bits) < fewestBits) return null;
  const backwards = layings(sounding.cells, laid.backwards, paces)[0]!.bits;
  const inAnotherKey = found
    .slice(1)
    .find(
      (other) =>
        beyondChance(other.bits, backwards) < fewestSecondBits || isBeside(sounding, laid, best, other),
    );
  const bits = beyondChance(best.bits, Math.max(backwards, inAnotherKey?.bits ?? 0));
  if (bits < fewestBits) return null;
  const pairs = agreeingNotes(sounding.cells, laid.moving, best).map((one) =>
    pairOf(sounding, laid, best, one),
  );
  return { bits, transposition: best.transposition, pairs };
}

/** Whether most of what sounds as it should in another key does so where the best one's stretch lies: there it is chance. */
function isBeside(sounding: LayableLine, laid: LayableLine, best: Laying, other: Laying): boolean {
  const [own, others] = [best, other].map((laying) => agreeingNotes(sounding.cells, laid.moving, laying));
  const [first, last] = [own![0], own!.at(-1)];
  if (!first || !last) return false;
  const within = others!.filter(
    ({ startCell }) => startCell >= first.startCell && startCell <= last.startCell,
  );
  return 2 * within.length >= others!.length;
}

function pairOf(
  sounding: LayableLine,
  laid: LayableLine,
  { transposition }: Laying,
  one: AgreeingNote,
): LaidPair {
  const { note, startCell, cells, bits } = one;
  const { startBeats, lengthBeats, pitchClass } = laid.moving;
  const wanted = (pitchClass[note]! - transposition + 12) % 12;
  return {
    startBeat: startCell / cellsABeat,
    endBeat: (startCell + cells) / cellsABeat,
    sounding: longestNote(sounding, wanted, startCell, startCell + cells),
    noteStart: startBeats[note]!,
    noteEnd: startBeats[note]! + lengthBeats[note]!,
    bits,
  };
}

function longestNote({ notes, cells }: LayableLine, pitchClass: number, from: number, until: number): number {
  const counts = new Map<number, number>();
  for (const note of cells.noteAt.subarray(from, until))
    if (note >= 0 && notes[note]!.midiPitch % 12 === pitchClass)
      counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [-1, 0] as [number, number])[0];
}
