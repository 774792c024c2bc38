/** What each measurement adds: the model fitted without it, judged with a quarter of the collections left out at a time. */
import { featureShapes } from '../../src/analyses/ai-detection/evidence/features.js';
import type { FeatureShape } from '../../src/models/fit-evidence-model.js';
import { type HeldOut, judgeHeldOut } from './collections-out.js';
import { areaOf, type Scored } from './statistics.js';
import { invisible, table } from './tables.js';
import type { BenchCase } from './training-set.js';

/** A feature that is left out keeps its place and never climbs a step. */
const without = (names: readonly string[]): FeatureShape[] =>
  featureShapes.map((shape) =>
    names.includes(shape.name) ? { ...shape, knots: [1e8, 2e8], expected: [0] } : shape,
  );

const scored = (some: readonly HeldOut[]): Scored[] =>
  some.map(({ logOdds, one }) => ({ score: logOdds, file: one.recording }));

/** Mean log loss of the held-out cases of the fit, three to one for recordings. */
function logLoss(judged: readonly HeldOut[], fitsGenerators: boolean): number {
  const fitted = judged.filter(
    ({ one }) => one.isPair || !one.isFake || (fitsGenerators && !invisible.includes(one.group)),
  );
  const count = (isFake: boolean): number => fitted.filter(({ one }) => one.isFake === isFake).length;
  const weights = { true: 1 / (4 * count(true)), false: 3 / (4 * count(false)) };
  return fitted.reduce((sum, { one, logOdds }) => {
    const loss = Math.log1p(Math.exp(one.isFake ? -logOdds : logOdds));
    return sum + weights[`${one.isFake}`] * loss;
  }, 0);
}

function rowOf(name: string, judged: readonly HeldOut[], fitsGenerators: boolean): string[] {
  const plain = judged.filter(({ one }) => !one.isPair && one.one.condition === 'as it is');
  const reals = plain.filter(({ one }) => !one.isFake);
  const strided = plain.filter(({ one }) => one.isFake && !invisible.includes(one.group));
  const all = judged.filter(({ one }) => !one.isFake);
  const share = (some: readonly HeldOut[]): string =>
    `${some.filter(({ found }) => found).length} of ${some.length}`;
  return [
    name,
    logLoss(judged, fitsGenerators).toFixed(3),
    strided.length === 0 ? '–' : areaOf(scored(strided), scored(reals)).toFixed(3),
    share(strided),
    share(reals),
    share(all),
  ];
}

/** What is left out together, and under which name. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  ['every alternative explanation', featureShapes.slice(2, -2).map(({ name }) => name)],
  ['persistence', ['persistence']],
  ['explained-relative', ['explained-relative']],
  ['tones and notes', ['held-tones', 'held-tones-searched', 'recurring-note']],
  ['onset-grid', ['onset-grid']],
  ['beating', ['beating', 'beating-searched']],
  ['mains-hum', ['mains-hum']],
  ['codec-frames', ['codec-frames']],
  ['the way it was found (searched, or not)', ['searched', 'blind']],
];
const withoutLow = (cases: readonly BenchCase[]): BenchCase[] =>
  cases.map((one) => ({
    ...one,
    candidates: one.candidates.filter((_, index) => one.one.measurement.lattices[index]!.spectrum === 'mean'),
  }));

/** `fitsGenerators`: without pairs, the generators are fitted on, each of them left out in turn. */
export function ablationTable(
  cases: readonly BenchCase[],
  falseAlarmsPer1000: number,
  fitsGenerators = false,
): string {
  const judged = (left: readonly string[], some = cases): HeldOut[] =>
    judgeHeldOut(some, falseAlarmsPer1000, { shapes: without(left), parts: 4, fitsGenerators });
  const head = [
    'model',
    'log loss, held out',
    'AUC, strided',
    'strided found',
    'recordings accused',
    'all negatives accused',
  ];
  return table(head, [
    rowOf('all measurements', judged([]), fitsGenerators),
    ...groups.map(([name, left]) => rowOf(`without ${name}`, judged(left), fitsGenerators)),
    rowOf('without the low quantile spectrum', judged([], withoutLow(cases)), fitsGenerators),
  ]);
}
