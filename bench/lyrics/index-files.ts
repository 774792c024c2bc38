/** Index segments of benchmark songs, as files in a folder of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSongs } from '../../src/analyses/lyric-plagiarism/encode-songs.js';
import { defaultEncoderId, lyricEngine } from '../../src/analyses/lyric-plagiarism/engine.js';
import {
  type SearchFindings,
  type SegmentReference,
  searchSongs,
} from '../../src/analyses/lyric-plagiarism/search.js';
import { segmentLyrics } from '../../src/text/segment-lyrics.js';
import type { BenchSong } from './corpus.js';

let written = 0;

export function benchEngine() {
  return lyricEngine(
    process.env.CONTRAFACT_LYRIC_ENCODER ?? defaultEncoderId,
    process.env.CONTRAFACT_MODELS_DIR ?? '',
  );
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

export async function search(lyrics: string, index: readonly SegmentReference[]): Promise<SearchFindings> {
  return searchSongs(segmentLyrics(lyrics).lines, index, await benchEngine());
}
