/** How players change a tune that they cover: ornaments, notes left out and repeated, other rhythms. */
import type { CoverNote } from './cover-material.js';

export type CoverRhythm = 'as written' | 'swung' | 'straight' | 'anticipated';

/** Of a hundred notes: these shares are changed, one after the other. */
const shares = { grace: 0.07, turn: 0.05, repeated: 0.07, leftOut: 0.08, other: 0.06 };
/** Share of the notes on a beat that come an eighth earlier where a rhythm is anticipated. */
const anticipatedShare = 0.3;

/** `tune` in the order of its onsets, beats. Swinging is left to whoever plays all parts. */
export function ornamented(
  tune: readonly CoverNote[],
  rhythm: CoverRhythm,
  random: () => number,
): CoverNote[] {
  const sorted = [...tune].sort((a, b) => a.onset - b.onset);
  return sorted.flatMap((note, at) => {
    const room = note.onset - (sorted[at - 1]?.onset ?? -1);
    return embellished(inRhythm(note, room, rhythm, random), random);
  });
}

function inRhythm(note: CoverNote, room: number, rhythm: CoverRhythm, random: () => number): CoverNote {
  if (rhythm === 'straight' || rhythm === 'swung') {
    const onset = Math.round(2 * note.onset) / 2;
    // Sixteenths keep their place: two of them would fall on one eighth.
    return Math.abs(onset - note.onset) < 0.2 ? { ...note, onset } : note;
  }
  const isOnBeat = Math.abs(note.onset - Math.round(note.onset)) < 0.1;
  if (rhythm === 'anticipated' && isOnBeat && room >= 1 && random() < anticipatedShare)
    return { ...note, onset: note.onset - 0.5, beats: note.beats + 0.5 };
  return note;
}

function embellished(note: CoverNote, random: () => number): CoverNote[] {
  const half = note.beats / 2;
  let chance = random();
  const is = (share: number): boolean => {
    chance -= share;
    return chance < 0 && chance >= -share;
  };
  const step = random() < 0.5 ? 2 : -1;
  if (is(shares.grace)) {
    const grace = Math.min(0.2, note.beats / 3);
    return [
      { ...note, beats: grace, pitch: note.pitch + step },
      { ...note, onset: note.onset + grace, beats: note.beats - grace },
    ];
  }
  if (is(shares.turn))
    return [
      { ...note, beats: half },
      { ...note, onset: note.onset + half, beats: half / 2, pitch: note.pitch + step },
      { ...note, onset: note.onset + 1.5 * half, beats: half / 2 },
    ];
  if (is(shares.repeated))
    return [
      { ...note, beats: half },
      { ...note, onset: note.onset + half, beats: half },
    ];
  if (is(shares.leftOut)) return [];
  if (is(shares.other)) return [{ ...note, pitch: note.pitch + (random() < 0.5 ? 2 : -2) }];
  return [note];
}
