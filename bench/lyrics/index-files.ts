/** Index segments of benchmark songs, as files in a folder of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultEncoderId,
  type LyricEngine,
  lyricEngine,
} from '../../src/analyses/lyric-plagiarism/engine.js';
import { encodeSongs } from '../../src/analyses/lyric-plagiarism/index/encode-songs.js';
import {
  type SearchFindings,
  type SearchOptions,
  type SegmentReference,
  searchSongs,
} from '../../src/analyses/lyric-plagiarism/search.js';
import type { BenchSong } from './bench-song.js';

let written = 0;

export function benchEngine() {
  return lyricEngine(
    process.env.CONTRAFACT_ENCODER ?? defaultEncoderId,
    process.env.CONTRAFACT_MODELS_DIR ?? '',
  );
}

/** The same engine with no meaning in it: the query's vectors are zero, so that only wording counts. */
export async function wordingOnly(): Promise<LyricEngine> {
  const engine = await benchEngine();
  const { dimensions } = engine.encoder;
  const encode = async (texts: readonly string[]): Promise<Float32Array> =>
    new Float32Array(texts.length * dimensions);
  return { ...engine, encoder: { dimensions, encode } };
}

export async function writeIndex(folder: string, songs: readonly BenchSong[]): Promise<SegmentReference> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${written++}.segment`);
  const { bytes } = await encodeSongs(
    songs.map((song) => ({ songId: song.id, lyrics: song.lyrics })),
    await benchEngine(),
  );
  writeFileSync(path, bytes);
  return { path, dead: [] };
}

/** A database of which any part can be searched: encoded once, songs outside the part are as if removed. */
export interface SharedIndex {
  readonly songs: readonly BenchSong[];
  part(keeps: (song: BenchSong) => boolean): SegmentReference[];
}

const songsASegment = 500;

export async function indexSongs(
  folder: string,
  songs: readonly BenchSong[],
  print: (stage: string, done: number, total: number) => void,
): Promise<SharedIndex> {
  const segments: { readonly songs: readonly BenchSong[]; readonly path: string }[] = [];
  for (let from = 0; from < songs.length; from += songsASegment) {
    const batch = songs.slice(from, from + songsASegment);
    segments.push({ songs: batch, path: (await writeIndex(folder, batch)).path });
    print('encoding songs', Math.min(songs.length, from + songsASegment), songs.length);
  }
  return {
    songs,
    part: (keeps) =>
      segments
        .map(({ songs: held, path }) => ({
          path,
          dead: held.flatMap((song, ordinal) => (keeps(song) ? [] : [ordinal])),
          living: held.some(keeps),
        }))
        .filter(({ living }) => living)
        .map(({ path, dead }) => ({ path, dead })),
  };
}

/** Without the comparison of sounds, which has no part in any score, unless it is asked for. */
export async function search(
  lyrics: string,
  index: readonly SegmentReference[],
  { engine, phonetic = false, ...options }: SearchOptions & { readonly engine?: LyricEngine } = {},
): Promise<SearchFindings> {
  return searchSongs(lyrics, index, engine ?? (await benchEngine()), { phonetic, ...options });
}
