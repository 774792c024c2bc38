/**
 * `npm run bench -- plagiarism --evidence --transcribed`: what the tail of transcribed songs asks for among 10,000 songs, and how many
 * queries of songs that it was not fitted on have a false report: each kind left out whole, and each kind's collections by halves.
 */
import { evenBits } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { embeddedPairEvidence } from '../../src/analyses/plagiarism/evidence/embedded.js';
import { evidenceReachedBy } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { deepTails } from './deep-tails.js';
import { share } from './intervals.js';
import { type ManySongs, sameTune } from './many-songs.js';
import { transcribedTail } from './origin-tails.js';
import { isWritten } from './songs-among-many.js';

const songs = 10_000;

/** Bits that the tail of these asks for, without the least that any search asks for; null where they are too few for one. */
function asked(many: readonly ManySongs[]): number | null {
  if (many.flatMap(deepTails).length === 0) return null;
  const { calibration } = embeddedPairEvidence();
  const own = { ...calibration, transcribed: transcribedTail([], many) };
  return evidenceReachedBy(own, 'transcribed', (1000 * calibration.reportedInSearch) / songs);
}

type Query = ManySongs['queries'][number];

const strongest = ({ strongest: pairs }: Query): number =>
  Math.max(0, ...pairs.filter(({ trigrams }) => trigrams < sameTune).map(({ bits }) => bits));

const reached = (queries: readonly Query[], threshold: number): string =>
  share(queries.filter((query) => strongest(query) >= threshold).length, queries.length);

/** Package, folder, or half of the numbers of one set of songs: what is left out together. */
function collectionOf({ query }: Query): string {
  const numbered = /(\d+)\.mid$/.exec(query);
  if (numbered) return Number(numbered[1]) % 2 === 0 ? 'even' : 'odd';
  return query.includes('__') ? query.split('__')[0]! : query.split('/').slice(0, -1).join('/');
}

/** Kinds that ask for the same songs are left out together. */
const songsOf = (kind: ManySongs['kind']): string => kind.split('-')[0]!;

/** Every second collection by name. */
function halves({ kind, queries }: ManySongs): [ManySongs, ManySongs] {
  const names = [...new Set(queries.map(collectionOf))].sort();
  const half = (rest: number): ManySongs => ({
    kind,
    queries: queries.filter((query) => names.indexOf(collectionOf(query)) % 2 === rest),
  });
  return [half(0), half(1)];
}

export function printTranscribed(many: readonly ManySongs[]): void {
  const heard = many.filter(({ kind }) => !isWritten(kind));
  const { calibration } = embeddedPairEvidence();
  const present = Math.max(
    evenBits,
    evidenceReachedBy(calibration, 'transcribed', (1000 * calibration.reportedInSearch) / songs),
  );
  console.log('\n| tail | unrelated pairs | one in 1,000, bits | one in 10,000 | e times rarer every |');
  console.log('|---|---|---|---|---|');
  for (const { kind, pairs, rates, levels, decay } of heard.flatMap(deepTails)) {
    const level = (rate: number): string => levels[rates.indexOf(rate)]?.toFixed(1) ?? '–';
    console.log(`| ${[kind, pairs, level(1), level(0.1), decay.toFixed(2)].join(' | ')} |`);
  }
  const bits = (value: number | null): string => value?.toFixed(1) ?? '–';
  console.log(`\nAsked for among ${songs}: ${bits(asked(heard))} bits by the tail, at least ${evenBits}`);
  console.log(
    `| left out | queries | asked for by the others | queries above it | above ${evenBits} bits | above the present ${present.toFixed(1)} |`,
  );
  console.log('|---|---|---|---|---|---|');
  const row = (name: string, { queries }: ManySongs, others: readonly ManySongs[]): void => {
    const threshold = asked(others);
    const above = threshold === null ? '–' : reached(queries, threshold);
    const cells = [name, queries.length, bits(threshold), above, reached(queries, evenBits)];
    console.log(`| ${[...cells, reached(queries, present)].join(' | ')} |`);
  };
  for (const held of heard) {
    const others = heard.filter(({ kind }) => songsOf(kind) !== songsOf(held.kind));
    if (others.length > 0) row(held.kind, held, others);
    const [first, second] = halves(held);
    row(`${held.kind}: every second collection`, second, [first]);
    row(`${held.kind}: the others`, first, [second]);
  }
  console.log(
    '\n| songs of the query’s own group | present threshold | by the tail | largest unrelated, bits |',
  );
  console.log('|---|---|---|---|');
  const now = Math.max(evenBits, asked(heard) ?? present);
  for (const { kind, queries } of heard) {
    const answers = queries.flatMap((query) => query.answers);
    const found = (threshold: number): string =>
      share(answers.filter((one) => one >= threshold).length, answers.length);
    const largest = Math.max(...queries.map(strongest)).toFixed(1);
    console.log(`| ${[kind, found(present), found(now), largest].join(' | ')} |`);
  }
}
