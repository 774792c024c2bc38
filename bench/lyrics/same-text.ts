/**
 * Which songs of the data have the same text, found without the engine that is measured: the data mark few of them, and
 * one poem stands in several spellings ("vor langen Iahren", "vor langen Jahren").
 */
import { normaliseLine } from '../../src/text/normalise-line.js';
import { type BenchSong, linesOf } from './bench-song.js';

const wordsInRun = 5;
const distinctWordsInRun = 4;
const sharedRuns = 3;
/** Less than makes one text of two, and more than unrelated lyrics share. */
const relatedRuns = 2;
const wordsInName = 3;

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

/**
 * Why a stranger's match is no false alarm though the data do not mark it, or null: the two share two runs of five words that do
 * not overlap, or a name of three words or more: the title, or the tune's name, which is the first line of the original that a
 * hymn translates.
 */
export function relation(a: BenchSong, b: BenchSong): string | null {
  const known = wordRuns(b);
  let [count, end] = [0, 0];
  for (const [run, start] of wordRuns(a)) {
    if (start < end || !known.has(run)) continue;
    count++;
    end = start + wordsInRun;
  }
  if (count >= relatedRuns) return 'shares text';
  const [own, other] = [namesOf(a), namesOf(b)];
  const similar = own.some((name) =>
    other.some((theirs) => `${name} `.startsWith(`${theirs} `) || `${theirs} `.startsWith(`${name} `)),
  );
  return similar ? 'shares a name' : null;
}

function namesOf(song: BenchSong): string[] {
  return song.names
    .map((name) => normaliseLine(name.replace(/_/g, ' ')).split(' ').map(foldSpelling))
    .filter((words) => words.length >= wordsInName)
    .map((words) => words.join(' '));
}

const runsOfSongs = new WeakMap<BenchSong, Map<string, number>>();

/** Runs of words that are not one syllable sung over and over, with the place where each stands first. */
function wordRuns(song: BenchSong): Map<string, number> {
  const read = runsOfSongs.get(song);
  if (read) return read;
  const words = linesOf(song).flatMap((line) => line.normalised.split(' ').map(foldSpelling));
  const runs = new Map<string, number>();
  for (let start = 0; start + wordsInRun <= words.length; start++) {
    const run = words.slice(start, start + wordsInRun);
    const text = run.join(' ');
    if (new Set(run).size >= distinctWordsInRun && !runs.has(text)) runs.set(text, start);
  }
  runsOfSongs.set(song, runs);
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
