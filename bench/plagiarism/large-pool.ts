/** Many songs as the index holds them, and searches among them that leave some of them out. */
import { type PreparedSong, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import {
  type RankedCandidate,
  rankCandidates,
} from '../../src/analyses/plagiarism/search/rank-candidates.js';
import { scanQuery, scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { searchChunks } from '../../src/analyses/plagiarism/search/search-chunks.js';
import { decodeSketch, encodeSketch } from '../../src/analyses/plagiarism/search/song-sketch.js';
import { memoryReader } from '../../src/analyses/plagiarism/test-support/memory-reader.js';
import type { SongDescription } from '../../src/music/song-description.js';
import { Composer, type SourceSong } from './composed-songs.js';
import { backwards, upsideDown } from './mirrored-songs.js';

export interface PoolSong {
  readonly id: string;
  /** How it came to be: `real`, `mirrored` or `composed`. */
  readonly kind: 'real' | 'mirrored' | 'composed';
  /** Names of the songs that something of it comes from. */
  readonly sources: readonly string[];
}

export interface AskedPool {
  readonly songs: readonly PoolSong[];
  prepared(song: PoolSong): PreparedSong;
  /** Best first. `leftOut`: songs that the query shares something with. */
  search(
    query: SongDescription,
    leftOut: (song: PoolSong) => boolean,
  ): Promise<(RankedCandidate & { readonly song: PoolSong })[]>;
}

const songsAChunk = 2048;

/** Real songs, each backwards, upside down and both, and composed ones until there are `size`. */
export function largePool(
  real: readonly { readonly id: string; readonly description: SongDescription }[],
  size: number,
): AskedPool {
  const songs: PoolSong[] = [];
  const rows: Uint16Array[] = [];
  const sketches: Uint8Array[] = [];
  const add = (song: PoolSong, description: SongDescription): void => {
    songs.push(song);
    rows.push(scanRow(description));
    sketches.push(encodeSketch(description));
  };
  const material: SourceSong[] = [];
  for (const { id, description } of real) {
    const sources = [id];
    const turned = backwards(description);
    add({ id, kind: 'real', sources }, description);
    if (description.beats.length < 2) continue;
    const mirrored = { backwards: turned, 'upside down': upsideDown(description), both: upsideDown(turned) };
    for (const [how, other] of Object.entries(mirrored)) {
      if (songs.length >= size) break;
      add({ id: `${id} ${how}`, kind: 'mirrored', sources }, other);
    }
    material.push({ sources, description: turned });
  }
  const composer = new Composer(material);
  for (let seed = 0; songs.length < size; seed++) {
    const { sources, description } = composer.compose(seed);
    add({ id: `composed ${seed}`, kind: 'composed', sources }, description);
  }
  const chunks: Uint8Array[] = [];
  for (let first = 0; first < songs.length; first += songsAChunk)
    chunks.push(encodeChunk(rows.slice(first, first + songsAChunk)));
  const reader = memoryReader(chunks);
  return {
    songs,
    prepared(song) {
      const kept = decodeSketch(sketches[songs.indexOf(song)]!)!;
      return prepareSong(kept.description, kept);
    },
    async search(query, leftOut) {
      const { candidates } = await searchChunks(scanQuery(query), reader);
      const place = ({ chunk, song }: (typeof candidates)[number]): number => chunk * songsAChunk + song;
      const asked = candidates.filter((one) => !leftOut(songs[place(one)]!));
      const ranked = rankCandidates(
        prepareSong(query),
        asked.map(({ chunk, song, ...found }) => ({
          ...found,
          song: decodeSketch(sketches[chunk * songsAChunk + song]!),
        })),
        songs.length,
      );
      return ranked.map((one) => ({ ...one, song: songs[place(asked[one.candidate]!)]! }));
    },
  };
}
