/** Cost at the size of a real database, with melodies from a generator. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { chunkFilesReader } from '../../src/analyses/plagiarism/search/chunk-reader.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import { rankCandidates } from '../../src/analyses/plagiarism/search/rank-candidates.js';
import { type ScannedSong, scanQuery, scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { searchChunks } from '../../src/analyses/plagiarism/search/search-chunks.js';
import { decodeSketch, encodeSketch } from '../../src/analyses/plagiarism/search/song-sketch.js';
import {
  chordName,
  type MelodyLines,
  type SongDescription,
  type SongNote,
} from '../../src/music/song-description.js';
import { generateMelody } from '../../src/music/symbolic/test-support/melodies.js';
import { median } from '../../src/numbers/median.js';
import { describeMelody } from './load-song.js';

const songsAChunk = 2048;

/** Verse and chorus come again, as in songs: two lines of `notes` notes made of shorter phrases. */
function songLine(seed: number, notes: number): SongNote[] {
  const phrases = [
    generateMelody(seed * 7 + 1, 56),
    generateMelody(seed * 7 + 2, 40),
    generateMelody(seed * 7 + 3, 30),
  ];
  const order = [0, 1, 0, 1, 2, 1];
  const line: SongNote[] = [];
  let start = 0;
  for (let part = 0; line.length < notes; part++) {
    const phrase = phrases[order[part % order.length]!]!;
    for (const note of phrase) line.push({ ...note, onsetBeats: note.onsetBeats + start });
    start = line.at(-1)!.onsetBeats + 4;
  }
  return line.slice(0, notes);
}

function syntheticMelody(seed: number): MelodyLines {
  const vocal = songLine(seed * 2, 300);
  return { vocal, instrumental: songLine(seed * 2 + 1, 250), topline: vocal };
}

/** Four progressions of four to eight chords, each played a few times, one chord a bar. */
function syntheticChords(seed: number): string[] {
  const tones = generateMelody(seed * 13 + 5, 26).map((note) => note.midiPitch);
  const chords = tones.map((pitch, place) => chordName(pitch, (pitch + place) % 3 === 0 ? 'min' : 'maj'));
  const parts = [chords.slice(0, 4), chords.slice(4, 12), chords.slice(12, 18), chords.slice(18, 26)];
  return [0, 1, 0, 1, 2, 1, 3, 1].flatMap((part) =>
    parts[part]!.flatMap((chord) => new Array<string>(4).fill(chord)),
  );
}

export function syntheticSong(seed: number): ScannedSong {
  const melody = syntheticMelody(seed);
  const notes = [...melody.vocal, ...melody.instrumental].sort((a, b) => a.onsetBeats - b.onsetBeats);
  const chords = syntheticChords(seed);
  const beats = Array.from({ length: chords.length }, (_, beat) => 0.5 * beat);
  return { source: 'midi', melody, chords, notes, beats };
}

function syntheticDescription(seed: number): SongDescription {
  const song = syntheticSong(seed);
  return { ...describeMelody(song.melody.topline), ...song };
}

export const scaleHead =
  '| songs | bytes a song | build CPU s | scan CPU s, median | align CPU s, median | first query CPU s | found first | MB |\n|---|---|---|---|---|---|---|---|';

/** The first one compiles the code that all others run. */
const queries = 15;

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

export async function measureScale(songs: number): Promise<void> {
  const folder = join(tmpdir(), `contrafact-plagiarism-scale-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const paths: string[] = [];
    let bytes = 0;
    const building = process.cpuUsage();
    for (let first = 0; first < songs; first += songsAChunk) {
      const count = Math.min(songsAChunk, songs - first);
      const chunk = encodeChunk(
        Array.from({ length: count }, (_, index) => scanRow(syntheticSong(first + index))),
      );
      paths.push(join(folder, `${first}.codes`));
      writeFileSync(paths.at(-1)!, chunk);
      bytes += chunk.length;
    }
    const built = secondsOf(process.cpuUsage(building));
    const reader = chunkFilesReader(paths);
    let found = 0;
    const scanning: number[] = [];
    const aligning: number[] = [];
    for (let query = 0; query < queries; query++) {
      const target = Math.floor((songs * (query + 0.5)) / queries);
      const wanted = scanQuery(syntheticSong(target));
      const beforeScan = process.cpuUsage();
      const { candidates } = await searchChunks(wanted, reader);
      scanning.push(secondsOf(process.cpuUsage(beforeScan)));
      const seeds = candidates.map(({ chunk, song }) => chunk * songsAChunk + song);
      if (seeds[0] === target) found++;
      const sketches = seeds.map((seed) => encodeSketch(syntheticDescription(seed)));
      const own = syntheticDescription(target);
      const beforeAlignment = process.cpuUsage();
      rankCandidates(
        prepareSong(own),
        sketches.map((sketch, place) => ({
          ...candidates[place]!,
          song: decodeSketch(sketch),
        })),
        songs,
      );
      aligning.push(secondsOf(process.cpuUsage(beforeAlignment)));
    }
    const figures = [median(scanning)!, median(aligning)!, scanning[0]! + aligning[0]!];
    const costs = figures.map((seconds) => seconds.toFixed(3)).join(' | ');
    const megabytes = (process.memoryUsage().rss / 2 ** 20).toFixed(0);
    console.log(
      `| ${songs} | ${(bytes / songs).toFixed(0)} | ${built.toFixed(1)} | ${costs} | ${found}/${queries} | ${megabytes} |`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
