/**
 * The notes of a line that go to another pitch class: what they say, and where they lie. A repeated note says nothing of where a melody goes, and neither
 * does an octave: pitch classes are compared, and textures that jump between octaves are full of rare leaps.
 */
import { nearestTransposition } from '../../alignment/nearest-transposition.js';
import type { SongNote } from '../../song-description.js';
import { timesHeard } from '../evidence.js';
import { sequenceOf } from '../sequence.js';
import { surprisal } from '../surprisal.js';

export interface MovingNotes {
  readonly length: number;
  /** Rising. */
  readonly startBeats: Float32Array;
  readonly lengthBeats: Float32Array;
  readonly pitchClass: Uint8Array;
  /** Of each note's interval, in bits (surprisal.ts). */
  readonly surprise: Float32Array;
  /**
   * What of a note is evidence, 0 … 1: one by the square of how often its last four intervals were heard in the line, it among them. A loop that goes
   * round for ever says less than twice what it says once.
   */
  readonly newness: Float32Array;
}

/** A note sounds until it ends or the next one begins: at least this long, and what lies beyond says no more. */
const [shortestBeats, longestBeats] = [1 / 4, 4];
/** Lines are written shorter than they are sung. */
const [lengthened, lengthenedBeats] = [1.25, 0.1];

/** `notes`: monophonic, sorted by onset. */
export function movingNotes(notes: readonly SongNote[]): MovingNotes {
  const { length, pitch, onsetBeats, spanBeats } = sequenceOf(notes);
  const within = { length, pitch: withoutOctaves(pitch) };
  const [surprise, times] = [surprisal(within), timesHeard(within)];
  // Before the first note there is none, so that it counts as one that moves.
  const moving = Array.from({ length }, (_, note) => note).filter(
    (note) => within.pitch[note] !== within.pitch[note - 1],
  );
  const lengthOf = (note: number): number => {
    const sounding = Math.min(spanBeats[note]!, lengthened * notes[note]!.durationBeats + lengthenedBeats);
    return Math.max(shortestBeats, Math.min(longestBeats, sounding));
  };
  return {
    length: moving.length,
    startBeats: Float32Array.from(moving, (note) => onsetBeats[note]!),
    lengthBeats: Float32Array.from(moving, lengthOf),
    pitchClass: Uint8Array.from(moving, (note) => pitch[note]! % 12),
    surprise: Float32Array.from(moving, (note) => surprise[note]!),
    newness: Float32Array.from(moving, (note) => 1 / (1 + times[note]!) ** 2),
  };
}

/** The same line in steps of a tritone at most, up or down. */
function withoutOctaves(pitch: ArrayLike<number>): Int32Array {
  const within = Int32Array.from(pitch);
  for (let note = 1; note < within.length; note++)
    within[note] = within[note - 1]! + nearestTransposition((pitch[note]! - pitch[note - 1]! + 144) % 12);
  return within;
}

/** The same notes in the opposite order, each as long as before. */
export function backwardNotes(notes: MovingNotes): MovingNotes {
  const { length, startBeats, lengthBeats, pitchClass, surprise, newness } = notes;
  const endBeat = startBeats[length - 1]! + lengthBeats[length - 1]!;
  return {
    length,
    startBeats: startBeats.map((start, note) => endBeat - start - lengthBeats[note]!).reverse(),
    lengthBeats: lengthBeats.slice().reverse(),
    pitchClass: pitchClass.slice().reverse(),
    surprise: surprise.slice().reverse(),
    newness: newness.slice().reverse(),
  };
}
