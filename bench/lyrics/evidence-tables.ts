/** The tables of the verdict: what is found of each kind, false alarms, language pairs left out, and what each feature adds. */
import { featureShapes } from '../../src/analyses/lyric-plagiarism/evidence/features.js';
import { foundPer1000, possiblePer1000 } from '../../src/analyses/lyric-plagiarism/evidence/odds.js';
import { type FalseAlarmCalibration, thresholdFor } from '../../src/models/calibration.js';
import { calibrationOf, fitOdds, heldOut, type Scored, score } from './fit-model.js';
import type { MeasuredCase } from './measure-evidence.js';
import { shareOf } from './share.js';

type Print = (line: string) => void;

interface Thresholds {
  readonly found: number;
  readonly possible: number;
}

const thresholdsOf = (calibration: FalseAlarmCalibration): Thresholds => ({
  found: thresholdFor(calibration, foundPer1000),
  possible: thresholdFor(calibration, possiblePer1000),
});

const isTranslation = ({ kind }: MeasuredCase): boolean => kind.includes('→');
const pairOf = ({ kind }: MeasuredCase): string => kind.split(' → ').sort().join(' – ');

function kindTable(print: Print, scored: readonly Scored[], thresholds: Thresholds): void {
  print('\n| case | lyrics | right song first | found | possible or found |\n|---|---|---|---|---|');
  const positive = scored.filter(({ one }) => one.work !== null);
  const kinds = new Map<string, Scored[]>();
  for (const one of positive) {
    const kind = isTranslation(one.one) ? `translation, ${pairOf(one.one)}` : one.one.kind;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const row = (name: string, some: readonly Scored[]): void => {
    const count = (is: (one: Scored) => boolean): string => shareOf(some.filter(is).length, some.length);
    print(
      `| ${name} | ${some.length} | ${count(({ isFirst }) => isFirst)} | ${count(({ logOdds }) => logOdds >= thresholds.found)} | ${count(({ logOdds }) => logOdds >= thresholds.possible)} |`,
    );
  };
  for (const [kind, some] of kinds) row(kind, some);
  row(
    '**all translations of sentences**',
    positive.filter(({ one }) => isTranslation(one)),
  );
}

function falseAlarmTable(print: Print, scored: readonly Scored[], thresholds: Thresholds): void {
  const unrelated = scored.filter(({ one }) => one.work === null);
  print('\n| unrelated lyrics | lyrics | found | possible or found |\n|---|---|---|---|');
  const kinds = new Map<string, Scored[]>();
  for (const one of unrelated) {
    const kind = one.one.kind.startsWith('sentences') ? 'sentences in 33 languages' : one.one.kind;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  for (const [kind, some] of [...kinds, ['**all**', unrelated] as const]) {
    const count = (least: number): string =>
      shareOf(some.filter(({ logOdds }) => logOdds >= least).length, some.length);
    print(`| ${kind} | ${some.length} | ${count(thresholds.found)} | ${count(thresholds.possible)} |`);
  }
  const strongest = [...unrelated].sort((a, b) => b.logOdds - a.logOdds).slice(0, 12);
  print('\nThe strongest of them:');
  for (const { one, logOdds } of strongest)
    print(
      `- ${logOdds.toFixed(2)} \`${one.id}\` – \`${one.songs[0]?.id ?? 'nothing'}\` ${one.songs[0]?.values.join(', ') ?? ''}`,
    );
}

/** The headline: each language pair judged by a model that never saw the pair, nor anything in its language. */
function leftOutPairs(print: Print, cases: readonly MeasuredCase[], thresholds: Thresholds): void {
  print(
    '\n| language pair left out | lyrics | right song first | found | possible or found | unrelated lyrics of the language found |\n|---|---|---|---|---|---|',
  );
  const pairs = [...new Set(cases.filter(isTranslation).map(pairOf))].sort();
  const all: Scored[] = [];
  const strangers: Scored[] = [];
  for (const pair of pairs) {
    const language = pair.split(' – ').find((one) => one !== 'en')!;
    const isOut = (one: MeasuredCase): boolean =>
      (isTranslation(one) && pairOf(one) === pair) || one.kind === `sentences in ${language}`;
    const model = fitOdds(
      cases.filter((one) => !isOut(one)),
      'left out',
    );
    const scored = cases.filter(isOut).map((one) => score(model, one));
    const asked = scored.filter(({ one }) => one.work !== null);
    const others = scored.filter(({ one }) => one.work === null);
    all.push(...asked);
    strangers.push(...others);
    pairRow(print, pair, asked, others, thresholds);
  }
  pairRow(print, '**all**', all, strangers, thresholds);
}

function pairRow(
  print: Print,
  name: string,
  asked: readonly Scored[],
  others: readonly Scored[],
  { found, possible }: Thresholds,
): void {
  const of = (is: (one: Scored) => boolean): string => shareOf(asked.filter(is).length, asked.length);
  print(
    `| ${name} | ${asked.length} | ${of(({ isFirst }) => isFirst)} | ${of(({ logOdds }) => logOdds >= found)} | ${of(({ logOdds }) => logOdds >= possible)} | ${shareOf(others.filter(({ logOdds }) => logOdds >= found).length, others.length)} |`,
  );
}

/** What is lost without each feature, at the same rate of false alarms. */
function ablation(print: Print, cases: readonly MeasuredCase[]): void {
  print('\n| features | found of copies | found of translations |\n|---|---|---|');
  const row = (name: string, shapes: typeof featureShapes): void => {
    const scored = heldOut(cases, shapes);
    const sorted = scored
      .filter(({ one }) => one.work === null)
      .map(({ logOdds }) => logOdds)
      .sort((a, b) => b - a);
    const least = sorted[Math.floor((foundPer1000 / 1000) * sorted.length)]!;
    const of = (some: readonly Scored[]): string =>
      shareOf(some.filter(({ logOdds }) => logOdds > least).length, some.length);
    const positive = scored.filter(({ one }) => one.work !== null);
    print(
      `| ${name} | ${of(positive.filter(({ one }) => !isTranslation(one)))} | ${of(positive.filter(({ one }) => isTranslation(one)))} |`,
    );
  };
  row('all', featureShapes);
  for (const { name } of featureShapes)
    row(
      `without ${name}`,
      featureShapes.filter((shape) => shape.name !== name),
    );
}

/** All tables, on folds; returns what the card keeps of them. */
export function evidenceTables(
  print: Print,
  cases: readonly MeasuredCase[],
): { readonly scored: Scored[]; readonly metrics: Record<string, number> } {
  const scored = heldOut(cases);
  const thresholds = thresholdsOf(calibrationOf(scored, 'held out', 'folds'));
  leftOutPairs(print, cases, thresholds);
  kindTable(print, scored, thresholds);
  falseAlarmTable(print, scored, thresholds);
  ablation(print, cases);
  const count = (isPositive: boolean, least: number): number =>
    scored.filter(({ one, logOdds }) => (one.work !== null) === isPositive && logOdds >= least).length;
  const unrelated = scored.filter(({ one }) => one.work === null).length;
  return {
    scored,
    metrics: {
      unrelatedLyrics: unrelated,
      unrelatedFound: count(false, thresholds.found),
      unrelatedPossible: count(false, thresholds.possible),
      relatedLyrics: scored.length - unrelated,
      relatedFound: count(true, thresholds.found),
      relatedPossible: count(true, thresholds.possible),
    },
  };
}
