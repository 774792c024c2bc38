/** Time and size of a search among many songs: synthetic lyrics with natural word statistics. */

import { copyFile, stat } from 'node:fs/promises';
import type { SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { search, writeIndex } from './index-files.js';

const linesASong = 40;
const songsASegment = 4_000;

export interface CostOptions {
  readonly songs: number;
  /** Each segment is searched this many times over, as files of its own: building the index takes longest. */
  readonly copies: number;
  readonly folder: string;
  print(line: string): void;
}

/** Words by Zipf's law over a vocabulary of pronounceable syllables, lines of 4 to 9 words. */
function songMaker(random: () => number): (lines: number) => string {
  const syllables = Array.from(
    { length: 300 },
    () => 'bcdfghjklmnprstvw'[Math.floor(random() * 17)]! + 'aeiou'[Math.floor(random() * 5)]!,
  );
  const vocabulary = Array.from({ length: 40_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * 300)]).join(
      '',
    ),
  );
  const word = (): string => vocabulary[Math.floor(40_000 ** random()) % 40_000]!;
  const line = (): string => Array.from({ length: 4 + Math.floor(random() * 6) }, word).join(' ');
  return (lines) => Array.from({ length: lines }, line).join('\n');
}

export async function measureCost({ songs, copies, folder, print }: CostOptions): Promise<void> {
  const make = songMaker(seededRandom(11));
  const index: SegmentReference[] = [];
  const startedAt = process.cpuUsage();
  let bytes = 0;
  let stolen = '';
  for (let from = 0; from < songs; from += songsASegment) {
    const batch = Array.from({ length: Math.min(songsASegment, songs - from) }, (_, at) => {
      const id = `song-${from + at}`;
      return { id, work: id, language: 'und', lyrics: make(linesASong), names: [], seen: false };
    });
    stolen = batch.at(-1)!.lyrics;
    const segment = await writeIndex(folder, batch);
    bytes += (await stat(segment.path)).size;
    index.push(segment);
    if ((from / songsASegment) % 10 === 9) console.error(`${from + batch.length} songs indexed`);
  }
  const building = process.cpuUsage(startedAt);
  const buildSeconds = (building.user + building.system) / 1e6;
  const distinct = [...index];
  for (let copy = 1; copy < copies; copy++) {
    for (const { path } of distinct) {
      await copyFile(path, `${path}.${copy}`);
      index.push({ path: `${path}.${copy}`, dead: [] });
    }
  }
  const query = [...make(57).split('\n'), ...stolen.split('\n').slice(10, 13)].join('\n');
  print(
    `| songs | lines | index bytes a song | build, CPU-s | songs a CPU-s | query lines |\n|---|---|---|---|---|---|`,
  );
  print(
    `| ${songs} | ${songs * linesASong} | ${Math.round(bytes / songs)} | ${buildSeconds.toFixed(0)} | ${Math.round(songs / buildSeconds)} | 60 |`,
  );
  print(
    '\n| search | wall s | CPU s | encode ms | scan ms | compare ms | right song first |\n|---|---|---|---|---|---|---|',
  );
  for (let round = 0; round < 4; round++) {
    const cpu = process.cpuUsage();
    const clock = performance.now();
    const found = await search(query, index, { phonetic: true });
    const used = process.cpuUsage(cpu);
    print(
      `| ${round === 0 ? 'cold' : `warm ${round}`} | ${((performance.now() - clock) / 1000).toFixed(2)} | ${((used.user + used.system) / 1e6).toFixed(2)} | ${found.encodeMs.toFixed(0)} | ${found.scanMs.toFixed(0)} | ${found.compareMs.toFixed(0)} | ${found.songs[0]?.songId === `song-${songs - 1}`} |`,
    );
  }
  print(
    `\n${songs * copies} songs searched (${songs} distinct). Resident memory at the end: ${Math.round(process.memoryUsage().rss / 1e6)} MB.`,
  );
}
