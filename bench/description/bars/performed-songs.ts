/** How a song that is learnt from is performed: how fast, which part of it, and with which of its tracks. */
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { trackOfChords } from '../metre/bars-by-chords.js';
import { randomOf } from '../random-of.js';
import { type Performance, performed } from './performance.js';
import type { TrainingSong } from './training-songs.js';

/** Beats a minute below which no song is slowed down. */
const slowestBpm = 42;

/** Half of the songs are slow; of POP909-CL, which are written as they are played, half lose their track of chords. */
export function performanceOf({ song, seed }: TrainingSong, maxSeconds: number): Performance {
  const random = randomOf(seed + 900);
  const isPop = song.collection === 'pop';
  const isSlow = random() < 0.5;
  const drawn = random();
  const pace = isPop ? 0.65 + drawn * 0.6 : isSlow ? 0.5 + drawn * 0.5 : 0.85 + drawn * 0.35;
  const { seconds } = beatGrid(song.file);
  const bpm = (60 * (seconds.length - 1)) / (seconds.at(-1)! - seconds[0]!);
  const file = isPop && random() < 0.5 ? withoutChords(song.file) : song.file;
  return performed(file, maxSeconds, Math.max(pace, slowestBpm / bpm), seed);
}

/** Of POP909-CL: without the track of its chords, where another one has notes. */
export function withoutChords(file: MidiFile): MidiFile {
  const chords = trackOfChords(file);
  const others = file.notes.filter(({ track }) => track !== chords);
  return others.length > 0 ? { ...file, notes: others } : file;
}
