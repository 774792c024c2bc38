/** Prints how an evidence model does on searches of groups that it did not see. */
import {
  areaOf,
  type FoldCase,
  type FoldPlan,
  type ScoredCase,
  thresholdOf,
  withoutFeature,
} from './evidence-folds.js';
import { interval, printTable } from './report.js';

/** Of all measurements, and without each. */
export function printAblation(
  full: FoldPlan,
  cases: readonly FoldCase[],
  scored: readonly ScoredCase[],
): void {
  printTable(
    ['measurements', 'area under the curve', 'copies found', 'others called copies'],
    [
      ['all', ...figures(full, scored)],
      ...full.shapes.map(({ name }) => [
        `without ${name}`,
        ...figures(full, withoutFeature(full, cases, name)),
      ]),
    ],
  );
}

/** Of each kind of search. `undecided`: copies that were not compared at their place. */
export function printKinds(
  full: FoldPlan,
  scored: readonly ScoredCase[],
  undecided: readonly { readonly kind: string }[],
): void {
  const threshold = thresholdOf(full, scored);
  const kinds = [...new Set(scored.map((one) => one.case.kind))];
  printTable(
    [
      'kind, groups left out',
      'searches',
      'places compared, mean',
      'copies not compared at their place',
      'called a copy',
      '95 % interval',
      'log-odds: lowest',
      'median',
      'highest',
    ],
    kinds.map((kind) => {
      const own = scored.filter((one) => one.case.kind === kind);
      const logOdds = own.map((one) => one.logOdds).sort((a, b) => a - b);
      const places = own.map((one) => one.case.candidates.length);
      const called = logOdds.filter((odds) => odds >= threshold).length;
      const at = [0, own.length >> 1, own.length - 1].map((i) => logOdds[i]!.toFixed(1));
      return [
        kind,
        own.length,
        (places.reduce((sum, count) => sum + count, 0) / own.length).toFixed(1),
        undecided.filter((one) => one.kind === kind).length,
        called,
        interval(called, own.length),
        ...at,
      ];
    }),
  );
  console.log(`Threshold: log-odds ${threshold.toFixed(2)}.`);
}

function figures(full: FoldPlan, scored: readonly ScoredCase[]): string[] {
  const threshold = thresholdOf(full, scored);
  const called = (isPositive: boolean): string => {
    const own = scored.filter((one) => one.case.isPositive === isPositive);
    return `${own.filter(({ logOdds }) => logOdds >= threshold).length} of ${own.length}`;
  };
  return [areaOf(scored).toFixed(4), called(true), called(false)];
}
