/**
 * Whether what two lines share is an accompaniment that songs on the same changes share by custom: the upper voice of block chords, a bass, or a
 * figure of chord tones that goes round with the chords.
 */

import type { PreparedChords } from '../../../music/harmony/chord-evidence.js';
import { lengthOfBar } from '../../../music/rhythm/bar-length.js';
import type { LineName, SongDescription, SongNote } from '../../../music/song-description.js';
import { isToneOf } from './documented-scores.js';
import { fewestMelodyBits, type Melodic } from './harmony-match.js';

interface Song {
  readonly description: SongDescription;
  readonly chords: PreparedChords;
}

/** A song that knows of its lines which are figures (`isFigure`). */
interface KnownSong extends Song {
  isFigure(line: LineName): boolean;
}

/** Tunes move more often than the chords beside them; the top of block chords, or a bass, moves with each. */
const movesAChord = 1.1;
/**
 * Moves of chords for one of the tune beside them, at most. Of 156 made accompaniments in block chords all have 0.11 to 0.47 but one with 0.63; a
 * tune in triads under another tune has 0.66 to 1.9 (docs/measurements/plagiarism-rules-and-model.md, *Tops of block chords*).
 */
const movesBesideTune = 0.5;
/** It sounds nearly all the time; a tune in fragments, as heard in a mix, does not. */
const soundingOfAccompaniment = 0.7;
/** Most notes of a figure are the chords'. */
const chordTonesOfFigure = 0.7;
/**
 * Shapes of a figure for each of its different bars, at most. Of 2,200 tunes of pop songs, folk songs and hymns 0.1 % have as few, of 198 made
 * accompaniments 75 % (docs/measurements/plagiarism-rules-and-model.md, *Figures by their shape*).
 */
const shapesOfFigure = 0.4;
/** Less than this does not go round. */
const barsOfFigure = 4;
/** A shape of fewer notes says little: bars are then taken two, four or more together. */
const notesOfShape = 4;
const maxBarsOfShape = 16;
/** Steps of a beat in which notes of a shape are placed. */
const stepsABeat = 4;

/**
 * Whether two lines share but an accompaniment. Of a figure it is enough that one of them is one: of the other, a piano's one track, the line may be
 * figure and tune in turn.
 */
export function isAccompaniment({ bits, lineA, lineB, run }: Melodic, a: KnownSong, b: KnownSong): boolean {
  if (bits < fewestMelodyBits) return false;
  if (a.isFigure(lineA) || b.isFigure(lineB)) return true;
  const [inA, inB] = [within(run.startA, run.endA), within(run.startB, run.endB)];
  if (isBesideTune(a.description, lineA, inA) && isBesideTune(b.description, lineB, inB)) return true;
  return isOfChords(a, lineA, inA) && isOfChords(b, lineB, inB);
}

/** A stretch of a song, in beats. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

const within = (start: number, end: number): Stretch => ({ start, end });

/** How often a line goes to another pitch in a stretch. */
function movesIn(notes: readonly SongNote[], { start, end }: Stretch): number {
  return notes.filter(
    ({ onsetBeats, midiPitch }, index) =>
      index > 0 && midiPitch !== notes[index - 1]!.midiPitch && onsetBeats >= start && onsetBeats < end,
  ).length;
}

/**
 * Whether a line is the upper voice of chords as they are played, under a tune that moves much more often than they. Chords under each note of a tune
 * move about as often as it.
 */
function isBesideTune({ chordLines, melody }: SongDescription, line: LineName, stretch: Stretch): boolean {
  if (!chordLines?.includes(line)) return false;
  return movesIn(melody[line], stretch) <= movesBesideTune * movesIn(melody.topline, stretch);
}

/** Whether a line is in a stretch but the upper voice or the bass of its song's chords as they are estimated. */
function isOfChords({ description, chords }: Song, line: LineName, stretch: Stretch): boolean {
  if (chords.sequence.length === 0) return false;
  const { start, end } = stretch;
  const notes = description.melody[line];
  const moves = movesIn(notes, stretch);
  const changes = chords.sequence.startBeat.filter((beat) => beat + 1 >= start && beat + 1 < end).length;
  const sounding = notes.reduce(
    (sum, { onsetBeats: onset, durationBeats: beats }) =>
      sum + Math.max(0, Math.min(end, onset + beats) - Math.max(start, onset)),
    0,
  );
  return moves <= movesAChord * changes && sounding >= soundingOfAccompaniment * (end - start);
}

/**
 * Whether a line is a figure of its song's chord tones from end to end: it plays the same shape over other chords. However often a song repeats its
 * verse, a tune has nearly as many shapes as different bars.
 */
export function isFigure({ description, chords }: Song, line: LineName): boolean {
  if (chords.sequence.length === 0) return false;
  const notes = description.melody[line];
  const { played, bars, shapes } = shapesOfBars(notes, description);
  if (played < barsOfFigure || shapes > Math.max(1, shapesOfFigure * bars)) return false;
  const inChord = notes.filter(({ onsetBeats, midiPitch }) =>
    isToneOf(midiPitch, description.chords[Math.floor(onsetBeats + 1e-3)] ?? 'N'),
  );
  return inChord.length >= chordTonesOfFigure * notes.length;
}

/**
 * How many bars a line plays, how many of them are different, and how many different shapes they have. A bar is where notes begin in it, and the
 * intervals that lead to them, so that a verse in another key is no other one; its shape is where they begin, and which of them rise and fall. Bars
 * are taken together until they have four notes on average. Work grows with the notes.
 */
export function shapesOfBars(
  notes: readonly SongNote[],
  { downbeats, meter }: Pick<SongDescription, 'downbeats' | 'meter'>,
): { played: number; bars: number; shapes: number } {
  const starts = downbeats.length > 0 ? downbeats : [0];
  // Six beats in 6/4, which is compared in three.
  const barOf = barFinder(starts, lengthOfBar(starts, starts.length - 1) ?? meter);
  const [first, last] = [notes[0], notes.at(-1)];
  if (!first || !last) return { played: 0, bars: 0, shapes: 0 };
  const count = barOf(last.onsetBeats).bar - barOf(first.onsetBeats).bar + 1;
  let together = 1;
  while (together < maxBarsOfShape && notes.length < (notesOfShape * count) / together) together *= 2;
  const byBar = new Map<number, { intervals: string[]; shape: string[] }>();
  let before = first.midiPitch;
  for (const { onsetBeats, midiPitch } of notes) {
    const { bar, beat } = barOf(onsetBeats);
    const unit = Math.floor(bar / together);
    const own = byBar.get(unit) ?? { intervals: [], shape: [] };
    const place = `${bar - unit * together}.${Math.round(stepsABeat * beat)}`;
    own.shape.push(`${place}:${own.shape.length === 0 ? 0 : Math.sign(midiPitch - before)}`);
    own.intervals.push(`${place}:${midiPitch - before}`);
    byBar.set(unit, own);
    before = midiPitch;
  }
  const units = [...byBar.values()];
  return {
    played: units.length,
    bars: new Set(units.map(({ intervals }) => intervals.join())).size,
    shapes: new Set(units.map(({ shape }) => shape.join())).size,
  };
}

/** Notes slightly ahead of a bar line belong to the bar. */
const graceBeats = 0.05;

/** For beats that rise: the bar, counted on at its length beyond the last downbeat, and the beat within it. */
function barFinder(
  starts: readonly number[],
  meter: number,
): (onsetBeats: number) => { bar: number; beat: number } {
  let at = 0;
  return (onsetBeats) => {
    const beat = onsetBeats + graceBeats;
    while (at + 1 < starts.length && starts[at + 1]! <= beat) at++;
    while (at > 0 && starts[at]! > beat) at--;
    const beyond = Math.floor((beat - starts[at]!) / meter);
    const isInside = at + 1 < starts.length && beyond >= 0;
    const bar = isInside ? at : at + beyond;
    const from = starts[at]! + (bar - at) * meter;
    return { bar, beat: onsetBeats - from };
  };
}
