/** The plainest baseline: the share of distinct words that two lyrics have in common (Jaccard 1901). */
import { segmentLyrics } from '../../src/text/segment-lyrics.js';
import { type BenchSong, linesOf } from './bench-song.js';
import type { Engine } from './measure.js';

const listed = 20;

const wordsOf = (lines: readonly { readonly normalised: string }[]): Set<string> =>
  new Set(lines.flatMap(({ normalised }) => normalised.split(' ')));

export function wordOverlap(songs: readonly BenchSong[]): Engine {
  const sets = songs.map((song) => ({ songId: song.id, words: wordsOf(linesOf(song)) }));
  return async (lyrics) => {
    const asked = wordsOf(segmentLyrics(lyrics).lines);
    return sets
      .map(({ songId, words }) => {
        let shared = 0;
        for (const word of asked) if (words.has(word)) shared++;
        return { songId, score: shared / Math.max(1, asked.size + words.size - shared) };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, listed);
  };
}
