/** How often a song without a counterpart is reported: hymns, carols and pop songs against dance tunes. */
import { signatureMetric } from '../../src/analyses/plagiarism/calibration.js';
import { encodeChunk, openChunk, openHead } from '../../src/analyses/plagiarism/code-chunk.js';
import { comparePrepared, prepareSong } from '../../src/analyses/plagiarism/compare-songs.js';
import { songCodes } from '../../src/analyses/plagiarism/melody-codes.js';
import { rankCandidates } from '../../src/analyses/plagiarism/rank-candidates.js';
import { searchChunks } from '../../src/analyses/plagiarism/search-chunks.js';
import type { BenchSong } from './load-song.js';

/** The strongest evidence that each query finds among the database songs. */
export async function strongestOf(
  queries: readonly BenchSong[],
  database: readonly BenchSong[],
): Promise<{ id: string; best: string; bits: number; metric: number }[]> {
  const bytes = encodeChunk(database.map((song) => songCodes(song.description.melody)));
  const reader = { count: 1, head: () => openHead(bytes), chunk: () => openChunk(bytes) };
  const strongest = [];
  for (const query of queries) {
    const own = prepareSong(query.description);
    const { candidates } = await searchChunks(songCodes(query.description.melody), reader, 60);
    let bits = 0;
    let best = '';
    const [first] = rankCandidates(
      own,
      candidates.map(({ song }) => database[song]!.description),
    );
    if (first?.comparison) {
      bits = first.comparison.bits;
      best = database[candidates[first.candidate]!.song]!.id;
    }
    strongest.push({ id: query.id, best, bits, metric: signatureMetric(bits) });
  }
  return strongest;
}

/** The evidence of every pair of songs, strongest first: pop and game music is long and repeats itself. */
export function evidenceOfPairs(songs: readonly BenchSong[]): { a: string; b: string; bits: number }[] {
  const prepared = songs.map((song) => prepareSong(song.description));
  const pairs = songs.flatMap(({ id }, first) =>
    songs.slice(0, first).map((other, second) => ({
      a: id,
      b: other.id,
      bits: comparePrepared(prepared[first]!, prepared[second]!).bits,
    })),
  );
  return pairs.sort((x, y) => y.bits - x.bits);
}
