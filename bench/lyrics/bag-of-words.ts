/** The baseline: cosine of tf-idf vectors of words over whole lyrics. */
import { type LyricLine, segmentLyrics } from '../../src/text/segment-lyrics.js';
import { type BenchSong, linesOf } from './bench-song.js';
import type { Engine } from './measure.js';

function countWords(lines: readonly LyricLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const word of line.normalised.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const counted = new WeakMap<BenchSong, Map<string, number>>();

function countsOf(song: BenchSong): Map<string, number> {
  const counts = counted.get(song) ?? countWords(linesOf(song));
  counted.set(song, counts);
  return counts;
}

export function bagOfWords(songs: readonly BenchSong[]): Engine {
  const postings = new Map<string, [number, number][]>();
  songs.forEach((song, index) => {
    for (const [word, count] of countsOf(song)) {
      const list = postings.get(word);
      if (list) list.push([index, count]);
      else postings.set(word, [[index, count]]);
    }
  });
  const idf = (word: string): number =>
    Math.log((songs.length + 1) / ((postings.get(word)?.length ?? 0) + 1));
  const norms = new Float64Array(songs.length);
  for (const [word, list] of postings)
    for (const [index, count] of list) norms[index]! += (count * idf(word)) ** 2;

  return async (lyrics) => {
    const scores = new Map<number, number>();
    let norm = 0;
    for (const [word, count] of countWords(segmentLyrics(lyrics).lines)) {
      const weight = count * idf(word);
      norm += weight ** 2;
      for (const [index, other] of postings.get(word) ?? []) {
        scores.set(index, (scores.get(index) ?? 0) + weight * other * idf(word));
      }
    }
    return [...scores]
      .map(([index, dot]) => ({
        songId: songs[index]!.id,
        score: dot / Math.sqrt(norm * norms[index]! || 1),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 20);
  };
}
