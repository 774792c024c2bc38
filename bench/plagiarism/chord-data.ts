/** Songs whose chords were written down by several people: the same harmony in different readings. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chordSequenceOf } from '../../src/music/harmony/chord-sequence.js';
import type { SongDescription } from '../../src/music/song-description.js';
import { pop909Chords, toMajMin } from '../description/truth.js';
import { type BenchSong, describeMelody } from './load-song.js';

interface AnnotatedSong {
  readonly annotators: readonly (readonly (readonly [number, number, string])[])[];
}

/** Seconds of a beat where no beats are given; only how durations compare matters. */
const gridSeconds = 0.5;

interface Labelled {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

function chordsOnGrid(spans: readonly Labelled[]): string[] {
  const count = Math.ceil((spans.at(-1)?.end ?? 0) / gridSeconds);
  const chords = new Array<string>(count).fill('N');
  for (const { start, end, label } of spans) {
    const to = Math.min(count, Math.round(end / gridSeconds));
    for (let beat = Math.round(start / gridSeconds); beat < to; beat++)
      chords[beat] = label === 'X' ? 'N' : label;
  }
  return chords;
}

/** A song of which only the harmony is known. */
function describeChords(chords: readonly string[]): SongDescription {
  const beats = chords.map((_, beat) => beat * gridSeconds);
  const downbeats = beats.map((_, beat) => beat).filter((beat) => beat % 4 === 0);
  return { ...describeMelody([]), durationSeconds: beats.length * gridSeconds, beats, downbeats, chords };
}

/** Four annotators a song; group = the song. `training`: the half that weights may be chosen on. */
function annotatedChords(folder: string, training: boolean): BenchSong[] {
  const file = join(folder, 'casd_chords/casd_50songs_4annotators.dev.json');
  if (!existsSync(file)) return [];
  const songs = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, AnnotatedSong>);
  return songs
    .filter((_, place) => (place % 2 === 0) === training)
    .flatMap(([id, { annotators }]) =>
      annotators.map((spans, annotator): BenchSong => {
        const chords = chordsOnGrid(
          spans.map(([start, length, label]) => ({ start, end: start + length, label: toMajMin(label) })),
        );
        return { id: `casd ${id} ${annotator}`, group: id, description: describeChords(chords) };
      }),
    );
}

/** POP909's own chords; every other song is for training. */
function popChords(folder: string, training: boolean): BenchSong[] {
  const root = join(folder, 'pop909');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => statSync(join(root, name)).isDirectory())
    .sort()
    .filter((_, place) => (place % 2 === 0) === training)
    .map((name) => {
      const description = describeChords(chordsOnGrid(pop909Chords(join(root, name))));
      return { id: `pop909 ${name}`, group: null, description };
    });
}

/** The songs whose changes are the background: one annotator of each song of the training half. */
export function chordBackground(folder: string) {
  const casd = annotatedChords(folder, true).filter((song) => song.id.endsWith(' 0'));
  return [...casd, ...popChords(folder, true)].map((song) => chordSequenceOf(song.description.chords));
}
