/** Index segments of benchmark songs, as files in a folder of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSongs } from '../../src/analyses/lyric-plagiarism/encode-songs.js';
import {
  defaultEncoderId,
  type LyricEngine,
  lyricEngine,
} from '../../src/analyses/lyric-plagiarism/engine.js';
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
    process.env.CONTRAFACT_ENCODER ?? defaultEncoderId,
    process.env.CONTRAFACT_MODELS_DIR ?? '',
  );
}

/** The same engine with no meaning in it: every line's vector is zero, so that only wording counts. */
export async function wordingOnly(): Promise<LyricEngine> {
  const engine = await benchEngine();
  const { dimensions } = engine.encoder;
  return {
    ...engine,
    encoderKey: 'wording-only',
    encoder: {
      dimensions,
      encode: async (texts) => new Float32Array(texts.length * dimensions),
    },
  };
}

export async function writeIndex(
  folder: string,
  songs: readonly BenchSong[],
  engine?: LyricEngine,
): Promise<SegmentReference> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${written++}.segment`);
  const { bytes } = await encodeSongs(
    songs.map((song) => ({ songId: song.id, lyrics: song.lyrics })),
    engine ?? (await benchEngine()),
  );
  writeFileSync(path, bytes);
  return { path, dead: [] };
}

export async function search(
  lyrics: string,
  index: readonly SegmentReference[],
  engine?: LyricEngine,
): Promise<SearchFindings> {
  return searchSongs(segmentLyrics(lyrics).lines, index, engine ?? (await benchEngine()));
}
