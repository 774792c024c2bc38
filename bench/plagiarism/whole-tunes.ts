/**
 * `npm run bench -- plagiarism --only whole-tunes`: how often unrelated tunes agree from beginning to end, and what that adds to the evidence of
 * variants (src/analyses/plagiarism/comparison/whole-tune.ts). Every song of a pool is compared, so that no search chooses the pairs.
 */
import { evenBits, evenBitsAmong } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { comparePrepared } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { wholeTuneBitsOf } from '../../src/analyses/plagiarism/comparison/decisive-match.js';
import { type PreparedSong, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { showProgress } from '../lyrics/progress.js';
import { intervalTrigrams, sameTune } from './baselines.js';
import { randomOf } from './changes.js';
import { every, writtenCollections } from './evidence-collections.js';
import { type BenchSong, describeMelody } from './load-song.js';
import { type Collection, questionsOf } from './measured-pairs.js';
import { sungAlone } from './sung-alone.js';

interface Pair {
  readonly bits: number;
  /** Of `bits`. */
  readonly whole: number;
}

const thresholds = [evenBits, evenBitsAmong(1000, 'written'), evenBitsAmong(10_000, 'written')];

function pairOf(a: PreparedSong, b: PreparedSong): Pair {
  const comparison = comparePrepared(a, b);
  return { bits: comparison.bits, whole: wholeTuneBitsOf(comparison) };
}

/** Of `pairs` by what they have: without whole tunes → with them. */
function reaching(pairs: readonly Pair[], least: number): string {
  const before = pairs.filter(({ bits, whole }) => bits - whole >= least).length;
  return `${before} → ${pairs.filter(({ bits }) => bits >= least).length}`;
}

function cells(name: string, answers: readonly Pair[], unrelated: readonly Pair[]): string {
  const whole = unrelated.map((pair) => pair.whole).sort((a, b) => b - a);
  const some = whole.filter((bits) => bits > 0).length;
  return [
    name,
    unrelated.length,
    ((1000 * some) / unrelated.length).toFixed(2),
    (whole[Math.floor(unrelated.length / 10_000)] ?? 0).toFixed(1),
    (whole[0] ?? 0).toFixed(1),
    reaching(unrelated, evenBits),
    answers.length,
    ...thresholds.map((least) => reaching(answers, least)),
  ].join(' | ');
}

/** Songs whose interval trigrams agree are taken for unlisted variants, as in the calibration. */
function pairsOf(collection: Collection, most: number): { answers: Pair[]; unrelated: Pair[] } {
  const { name, pool } = collection;
  const questions = every(collection.questions, most);
  const prepared = pool.map(({ description }) => prepareSong(description));
  const originals = questions.map(({ song }) => song.from ?? song);
  const trigrams = intervalTrigrams([...pool, ...originals].map(({ description }) => description));
  const answers: Pair[] = [];
  const unrelated: Pair[] = [];
  for (const [at, { song, answers: own, leftOut }] of questions.entries()) {
    showProgress(name, at, questions.length);
    const query = prepareSong(song.description);
    for (const [place, other] of prepared.entries()) {
      if (pool[place] === song || leftOut.has(place)) continue;
      if (own.has(place)) answers.push(pairOf(query, other));
      else if (trigrams(pool.length + at, place) < sameTune) unrelated.push(pairOf(query, other));
    }
  }
  showProgress(name, questions.length, questions.length);
  return { answers, unrelated };
}

/** Notes of two tunes that are cut to one length: of few notes chance agrees most, and more than of whole tunes of different lengths. */
const cutNotes = [6, 8, 12, 16, 24, 40];
const cutPairs = 20_000;

function cutTunes(tunes: readonly BenchSong[], notes: number): { same: Pair[]; unrelated: Pair[] } {
  const cut = tunes
    .filter(({ description }) => description.melody.topline.length >= notes)
    .map(({ description: { melody, meter } }) =>
      prepareSong(describeMelody(melody.topline.slice(0, notes), meter)),
    );
  const random = randomOf(`tunes of ${notes} notes`);
  const drawn = (): PreparedSong => cut[Math.floor(random() * cut.length)]!;
  const unrelated: Pair[] = [];
  while (unrelated.length < cutPairs) {
    const [a, b] = [drawn(), drawn()];
    if (a !== b) unrelated.push(pairOf(a, b));
  }
  return { same: every(cut, 200).map((one) => pairOf(one, one)), unrelated };
}

export interface WholeTuneOptions {
  /** The development data's symbolic part. */
  readonly data: string;
  /** Instead of the collections: songs by groups. */
  readonly own: readonly BenchSong[] | null;
  /** Of each collection. */
  readonly queries: number;
  /** Tunes that are sung; 0 for none. */
  readonly sung: number;
  /** A folder for what was heard. */
  readonly cache: string | undefined;
}

export async function wholeTuneFigures({
  data,
  own,
  queries: most,
  sung,
  cache,
}: WholeTuneOptions): Promise<void> {
  const asked = thresholds.map((bits) => `answers of ${bits.toFixed(1)} bits`).join(' | ');
  const head = `unrelated pairs | of 1,000 agree | 1 in 10,000, bits | largest, bits | with ${evenBits} bits | answers | ${asked}`;
  console.log(`\n| collection | ${head} |\n|${'---|'.repeat(10)}`);
  const makers = own
    ? new Map([['own songs', () => ({ name: 'own songs', pool: own, questions: questionsOf(own, most) })]])
    : writtenCollections(data);
  for (const [name, make] of makers) {
    const collection = await make();
    if (!collection) continue;
    const { answers, unrelated } = pairsOf(collection, most);
    console.log(`| ${cells(name, answers, unrelated)} |`);
  }
  const tunes = own?.filter(({ group }) => group === null) ?? (await writtenTunesOf(data));
  if (sung > 0) {
    const collection = await sungAlone(own ?? tunes, sung, cache);
    const { answers, unrelated } = pairsOf(collection, sung);
    console.log(`| ${cells(collection.name, answers, unrelated)} |`);
  }
  for (const notes of cutNotes) {
    const { same, unrelated } = cutTunes(tunes, notes);
    console.log(`| ${cells(`the first ${notes} notes; answers are equal tunes`, same, unrelated)} |`);
  }
}

const writtenTunesOf = async (data: string): Promise<readonly BenchSong[]> => {
  const collection = await writtenCollections(data).get('dance tunes')!();
  return collection?.pool.filter(({ group }) => group === null) ?? [];
};
