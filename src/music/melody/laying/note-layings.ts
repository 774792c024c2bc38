/**
 * The notes of one line laid upon another line that sounds, at every place: how much what sounds longest at each note speaks for one tune. Where a note
 * begins is then known of one line, and need not be of the other: of a recording pitches are heard better than beginnings. The best stretch of notes
 * counts (after Smith and Waterman 1981, without gaps: both keep to their beats).
 */
import { laidNotes, stepsABit } from './laid-notes.js';
import { bestLaid } from './laying-scores.js';
import type { MovingNotes } from './moving-notes.js';
import { noPitch, type SoundingCells, silence } from './sounding-cells.js';

/** Of one transposition, from what sounds to the notes: the best stretch wherever the notes are laid. */
export interface Laying {
  readonly bits: number;
  /** Semitones upwards, 0 … 11. */
  readonly transposition: number;
  /** Beats of the line that sounds for one beat of the notes. */
  readonly pace: number;
  /** The cell on which the line's first beat is laid. */
  readonly place: number;
}

/** Of every transposition the best, falling, at one of `paces`. Work grows with the notes times the cells, and the paces. */
export function layings(sounding: SoundingCells, notes: MovingNotes, paces: readonly number[]): Laying[] {
  const byPace = paces.map((pace) =>
    bestLaid(sounding, laidNotes(notes, pace)).map(
      ({ score, place }, transposition): Laying => ({ bits: score / stepsABit, transposition, pace, place }),
    ),
  );
  const [first, ...others] = byPace;
  const best = first!.map((laying, transposition) =>
    others.reduce(
      (most, pace) => (pace[transposition]!.bits > most.bits ? pace[transposition]! : most),
      laying,
    ),
  );
  return best.sort((x, y) => y.bits - x.bits);
}

/** A note that sounds as it should. */
export interface AgreeingNote {
  /** Among the moving notes. */
  readonly note: number;
  /** Of the line that sounds: from its first cell on as long as the note is. */
  readonly startCell: number;
  readonly cells: number;
  readonly bits: number;
}

/** The notes of a laying's best stretch that sound as they should, rising. */
export function agreeingNotes(
  sounding: SoundingCells,
  notes: MovingNotes,
  { pace, place, transposition }: Pick<Laying, 'pace' | 'place' | 'transposition'>,
): AgreeingNote[] {
  const laid = laidNotes(notes, pace);
  const agreeing: AgreeingNote[] = [];
  let [run, runFrom] = [0, 0];
  let [most, from, until] = [0, 0, 0];
  for (let note = 0; note < laid.length; note++) {
    const startCell = laid.startCells[note]! + place;
    if (startCell < 0) continue;
    if (startCell >= sounding.length) break;
    const cells = laid.lengthCells[note]!;
    const sounds = sounding.longest(cells)[startCell] ?? noPitch;
    if (sounds >= 0 && (laid.pitchClass[note]! - sounds + 12) % 12 === transposition) {
      run += laid.earned[note]!;
      agreeing.push({ note, startCell, cells, bits: laid.earned[note]! / stepsABit });
      if (run > most) [most, from, until] = [run, runFrom, agreeing.length];
      continue;
    }
    run = Math.max(0, run - (sounds === silence ? laid.costInSilence : laid.cost)[note]!);
    if (run === 0) runFrom = agreeing.length;
  }
  return agreeing.slice(from, until);
}
