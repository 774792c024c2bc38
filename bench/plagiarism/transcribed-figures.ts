/**
 * `npm run bench -- plagiarism --evidence --transcribed`: what the tail of transcribed songs asks for among 10,000 songs and among few, and how
 * many queries of songs that it was not fitted on have a false report: each kind left out whole, and each kind's collections by halves.
 */
import { evenBits, evenBitsAmong } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { embeddedPairEvidence } from '../../src/analyses/plagiarism/evidence/embedded.js';
import {
  evidenceReachedBy,
  falseAlarmsPer1000,
} from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { sameTune } from './baselines.js';
import { deepTails } from './deep-tails.js';
import { share } from './intervals.js';
import type { ManySongs } from './many-songs.js';
import { transcribedTail } from './origin-tails.js';
import { isWritten } from './songs-among-many.js';

const songs = 10_000;

/** Bits that are asked for. */
interface Asked {
  /** Among `songs`. */
  readonly many: number;
  /** However few songs are searched. */
  readonly least: number;
}

const present: Asked = {
  many: evenBitsAmong(songs, 'transcribed'),
  least: evenBitsAmong(1, 'transcribed'),
};

/** By the tail of these; null where they are too few for one. */
function asked(many: readonly ManySongs[]): Asked | null {
  if (many.flatMap(deepTails).length === 0) return null;
  const { calibration } = embeddedPairEvidence();
  const own = { ...calibration, transcribed: transcribedTail([], many) };
  const least = evidenceReachedBy(own, 'transcribed', falseAlarmsPer1000(calibration, 'written', evenBits));
  const rate = (1000 * calibration.reportedInSearch) / songs;
  return { many: Math.max(least, evidenceReachedBy(own, 'transcribed', rate)), least };
}

type Query = ManySongs['queries'][number];

const strongest = ({ strongest: pairs }: Query): number =>
  Math.max(0, ...pairs.filter(({ trigrams }) => trigrams < sameTune).map(({ bits }) => bits));

const reached = (queries: readonly Query[], threshold: number): string =>
  share(queries.filter((query) => strongest(query) >= threshold).length, queries.length);

/** Queries of which one of the songs that were drawn by chance has as much. */
const drawnAbove = (queries: readonly Query[], threshold: number): string =>
  share(queries.filter(({ drawn }) => Math.max(0, ...drawn) >= threshold).length, queries.length);

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

const bits = (value: number | null | undefined): string => value?.toFixed(1) ?? '–';

export function printTranscribed(many: readonly ManySongs[]): void {
  const heard = many.filter(({ kind }) => !isWritten(kind));
  printTails(heard);
  const now = asked(heard);
  console.log(
    `\nAsked for by the tail: ${bits(now?.many)} bits among ${songs}, ${bits(now?.least)} at least; at present ${bits(present.many)} and ${bits(present.least)}`,
  );
  console.log(
    `| left out | queries | asked for by the others among ${songs}; at least | queries above it; one of the songs drawn above the least | by the present tail |`,
  );
  console.log('|---|---|---|---|---|');
  const row = (name: string, { queries }: ManySongs, others: readonly ManySongs[]): void => {
    const by = asked(others);
    const above = (each: Asked | null): string =>
      each === null ? '–' : `${reached(queries, each.many)}; ${drawnAbove(queries, each.least)}`;
    const cells = [name, queries.length, `${bits(by?.many)}; ${bits(by?.least)}`, above(by), above(present)];
    console.log(`| ${cells.join(' | ')} |`);
  };
  for (const held of heard) {
    const others = heard.filter(({ kind }) => songsOf(kind) !== songsOf(held.kind));
    if (others.length > 0) row(held.kind, held, others);
    const [first, second] = halves(held);
    row(`${held.kind}: every second collection`, second, [first]);
    row(`${held.kind}: the others`, first, [second]);
  }
  printAnswers(heard, now ?? present);
}

function printTails(heard: readonly ManySongs[]): void {
  console.log(
    '\n| tail | unrelated pairs | one in 100, bits | one in 1,000 | one in 10,000 | e times rarer every |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const { kind, pairs, rates, levels, decay } of heard.flatMap(deepTails)) {
    const level = (rate: number): string => bits(levels[rates.indexOf(rate)]);
    console.log(`| ${[kind, pairs, level(10), level(1), level(0.1), decay.toFixed(2)].join(' | ')} |`);
  }
}

/** Songs of the query's own group, by the present tail and by `now`. */
function printAnswers(heard: readonly ManySongs[], now: Asked): void {
  console.log(
    `\n| songs of the query’s own group: reported among ${songs}; among few | present tail | this tail | largest unrelated, bits |`,
  );
  console.log('|---|---|---|---|');
  for (const { kind, queries } of heard) {
    const answers = queries.flatMap((query) => query.answers);
    const found = ({ many: among, least }: Asked): string =>
      [among, least]
        .map((threshold) => share(answers.filter((one) => one >= threshold).length, answers.length))
        .join('; ');
    const largest = Math.max(...queries.map(strongest)).toFixed(1);
    console.log(`| ${[kind, found(present), found(now), largest].join(' | ')} |`);
  }
}
