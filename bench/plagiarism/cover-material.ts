/** What a player takes from a written pop song to play a cover of it: the tune, the chords, and where bars begin. */
import { readMidi } from '../../src/music/symbolic/midi-reader.js';

/** In beats (quarters) from the first bar line. */
export interface CoverNote {
  readonly onset: number;
  readonly beats: number;
  readonly pitch: number;
  /** 1 … 127 */
  readonly velocity: number;
}

export interface CoverChord {
  readonly onset: number;
  readonly beats: number;
  /** Pitch class of the lowest note that was written for it. */
  readonly bass: number;
  readonly root: number;
  readonly isMinor: boolean;
}

export interface CoverMaterial {
  readonly tune: readonly CoverNote[];
  /** All that sounds beside the tune. */
  readonly rest: readonly CoverNote[];
  readonly chords: readonly CoverChord[];
  /** 4 in 4/4. */
  readonly beatsPerBar: number;
  readonly bars: number;
  readonly bpm: number;
}

/** Lowest pitch of a tune: what lies below is a left hand. */
const lowestTune = 60;
/** Semitones below the median of the surroundings where the highest note is no longer the tune. */
const belowTune = 7;
const surroundingNotes = 12;

/** The highest note of each onset (Uitdenbogerd and Zobel 1998) that stays near its surroundings. */
function tuneOf(notes: readonly CoverNote[]): Set<CoverNote> {
  const tops: CoverNote[] = [];
  for (const note of [...notes].sort((a, b) => a.onset - b.onset || b.pitch - a.pitch)) {
    const last = tops.at(-1);
    if (note.pitch < lowestTune || (last && note.onset - last.onset < 0.06)) continue;
    // A lower note under a higher one that still sounds is accompaniment.
    if (last && note.onset < last.onset + 0.8 * last.beats && note.pitch < last.pitch - 4) continue;
    tops.push(note);
  }
  return new Set(
    tops.filter((note, at) => {
      const near = tops.slice(Math.max(0, at - surroundingNotes), at + surroundingNotes + 1);
      const pitches = near.map(({ pitch }) => pitch).sort((a, b) => a - b);
      return note.pitch >= pitches[pitches.length >> 1]! - belowTune;
    }),
  );
}

/** The major or minor triad of which most pitch classes are written, that on the lowest note first. */
function triadOf(pitchClasses: readonly number[]): { root: number; isMinor: boolean } {
  let best = { root: pitchClasses[0]!, isMinor: false };
  let most = 0;
  for (let root = 0; root < 12; root++)
    for (const isMinor of [false, true]) {
      const tones = [root, (root + (isMinor ? 3 : 4)) % 12, (root + 7) % 12];
      const count = tones.filter((tone) => pitchClasses.includes(tone)).length;
      const weight = count + (root === pitchClasses[0] ? 0.5 : 0);
      if (weight > most) [best, most] = [{ root, isMinor }, weight];
    }
  return best;
}

function chordsOf(notes: readonly CoverNote[]): CoverChord[] {
  const onsets = new Map<number, CoverNote[]>();
  for (const note of notes) onsets.set(note.onset, [...(onsets.get(note.onset) ?? []), note]);
  return [...onsets]
    .sort(([a], [b]) => a - b)
    .map(([onset, own]) => {
      const pitchClasses = own.sort((a, b) => a.pitch - b.pitch).map(({ pitch }) => pitch % 12);
      return { onset, beats: own[0]!.beats, bass: pitchClasses[0]!, ...triadOf(pitchClasses) };
    });
}

/**
 * @param bytes a MIDI file of POP909-CL: a piano that plays everything, and its chords on a second track
 * @returns null where it is too short, has no chords, or changes its metre
 */
export function coverMaterial(bytes: Uint8Array): CoverMaterial | null {
  const file = readMidi(bytes);
  const tracks = [...new Set(file.notes.map(({ track }) => track))];
  const metres = new Set(file.meters.map(({ numerator, denominator }) => `${numerator}/${denominator}`));
  if (tracks.length !== 2 || metres.size > 1) return null;
  const [piano, labels] = tracks.map((track) =>
    file.notes
      .filter((note) => note.track === track)
      .map(({ startTick, endTick, pitch, velocity }) => ({
        onset: startTick / file.ticksPerQuarter,
        beats: Math.max(1, endTick - startTick) / file.ticksPerQuarter,
        pitch,
        velocity,
      })),
  );
  const { numerator, denominator } = file.meters[0] ?? { numerator: 4, denominator: 4 };
  const beatsPerBar = (numerator * 4) / denominator;
  const shift = labels!.reduce((first, { onset }) => Math.min(first, onset), Number.POSITIVE_INFINITY);
  const moved = (notes: readonly CoverNote[]): CoverNote[] =>
    notes
      .filter(({ onset }) => onset - shift > -0.1)
      // What is played just before the first bar line begins on it: a MIDI file has no time before its beginning.
      .map((note) => ({ ...note, onset: Math.max(0, note.onset - shift) }));
  const notes = moved(piano!);
  const tune = tuneOf(notes);
  const bars = Math.floor(
    notes.reduce((end, { onset, beats }) => Math.max(end, onset + beats), 0) / beatsPerBar,
  );
  if (bars < 32 || tune.size < 100) return null;
  return {
    tune: [...tune],
    rest: notes.filter((note) => !tune.has(note)),
    chords: chordsOf(moved(labels!)),
    beatsPerBar,
    bars,
    bpm: 60e6 / (file.tempos[0]?.microsecondsPerQuarter ?? 500_000),
  };
}
