/**
 * Which songs of the data have the same text, found without the engine that is measured: the data mark few of them, and
 * one poem stands in several spellings ("vor langen Iahren", "vor langen Jahren").
 */
import { type BenchSong, linesOf } from './corpus.js';

const wordsInRun = 5;
const distinctWordsInRun = 4;
const sharedRuns = 3;

/** Gives one work to songs that share three runs of five words that do not overlap, spelling folded. */
export function joinSameTexts(songs: readonly BenchSong[]): BenchSong[] {
  const holders = new Map<string, number[]>();
  const works = songs.map((_, index) => index);
  const find = (index: number): number => (works[index] === index ? index : find(works[index]!));
  songs.forEach((song, index) => {
    const shared = new Map<number, { count: number; end: number }>();
    for (const [run, start] of wordRuns(song)) {
      const list = holders.get(run);
      for (const other of list ?? []) {
        const known = shared.get(other) ?? { count: 0, end: 0 };
        if (start >= known.end) shared.set(other, { count: known.count + 1, end: start + wordsInRun });
      }
      if (list) list.push(index);
      else holders.set(run, [index]);
    }
    for (const [other, { count }] of shared) if (count >= sharedRuns) works[find(index)] = find(other);
  });
  return songs.map((song, index) => ({ ...song, work: songs[find(index)]!.work }));
}

/** Runs of words that are not one syllable sung over and over, with the place where each stands first. */
function wordRuns(song: BenchSong): Map<string, number> {
  const words = linesOf(song).flatMap((line) => line.normalised.split(' ').map(foldSpelling));
  const runs = new Map<string, number>();
  for (let start = 0; start + wordsInRun <= words.length; start++) {
    const run = words.slice(start, start + wordsInRun);
    const text = run.join(' ');
    if (new Set(run).size >= distinctWordsInRun && !runs.has(text)) runs.set(text, start);
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
