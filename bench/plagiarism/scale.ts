/** Cost at the size of a real database, with melodies from a generator. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkFilesReader } from '../../src/analyses/plagiarism/chunk-reader.js';
import { encodeChunk } from '../../src/analyses/plagiarism/code-chunk.js';
import { songCodes } from '../../src/analyses/plagiarism/melody-codes.js';
import { searchChunks } from '../../src/analyses/plagiarism/search-chunks.js';
import type { SongNote } from '../../src/music/song-description.js';
import { generateMelody } from '../../src/music/symbolic/test-melodies.js';

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

export function syntheticCodes(seed: number): Uint16Array {
  const vocal = songLine(seed * 2, 300);
  return songCodes({ vocal, instrumental: songLine(seed * 2 + 1, 250), topline: vocal });
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
      const chunk = encodeChunk(Array.from({ length: count }, (_, index) => syntheticCodes(first + index)));
      paths.push(join(folder, `${first}.codes`));
      writeFileSync(paths.at(-1)!, chunk);
      bytes += chunk.length;
    }
    const built = process.cpuUsage(building);
    const reader = chunkFilesReader(paths);
    let found = 0;
    const queries = 5;
    const searching = process.cpuUsage();
    for (let query = 0; query < queries; query++) {
      const target = Math.floor((songs * (query + 0.5)) / queries);
      const { candidates } = await searchChunks(syntheticCodes(target), reader, 60);
      if (candidates[0]!.chunk * songsAChunk + candidates[0]!.song === target) found++;
    }
    const searched = process.cpuUsage(searching);
    const seconds = (usage: NodeJS.CpuUsage): number => (usage.user + usage.system) / 1e6;
    console.log(
      `| ${songs} | ${(bytes / songs).toFixed(0)} | ${seconds(built).toFixed(1)} | ${(seconds(searched) / queries).toFixed(3)} | ${found}/${queries} | ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} |`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
