/**
 * Which songs of the data have the same text, found without the engine that is measured: the data mark few of them, and
 * one poem stands in several spellings ("vor langen Iahren", "vor langen Jahren").
 */
import { type BenchSong, linesOf } from './corpus.js';

const wordsInRun = 5;
const sharedRuns = 3;

/** Gives one work to songs that share three runs of five words, spelling folded. */
export function joinSameTexts(songs: readonly BenchSong[]): BenchSong[] {
  const holders = new Map<string, number[]>();
  const works = songs.map((_, index) => index);
  const find = (index: number): number => (works[index] === index ? index : find(works[index]!));
  songs.forEach((song, index) => {
    const shared = new Map<number, number>();
    for (const run of wordRuns(song)) {
      const list = holders.get(run);
      for (const other of list ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (list) list.push(index);
      else holders.set(run, [index]);
    }
    for (const [other, count] of shared) if (count >= sharedRuns) works[find(index)] = find(other);
  });
  return songs.map((song, index) => ({ ...song, work: songs[find(index)]!.work }));
}

function wordRuns(song: BenchSong): Set<string> {
  const words = linesOf(song).flatMap((line) => line.normalised.split(' ').map(foldSpelling));
  const runs = new Set<string>();
  for (let start = 0; start + wordsInRun <= words.length; start++) {
    runs.add(words.slice(start, start + wordsInRun).join(' '));
  }
  return runs;
}

/** What older spellings of European languages write one way or the other: i j y, u v w, c k, th t, ph f, doubled letters. */
function foldSpelling(word: string): string {
  return word
    .replace(/[jy]/g, 'i')
    .replace(/[vw]/g, 'u')
    .replace(/c/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/(?<=\p{L})h/gu, '')
    .replace(/(.)\1+/gu, '$1');
}
