/**
 * `npm run bench -- plagiarism --evidence`: an order of songs by a learned model on collections that it was not fitted on, beside the
 * product's rules and the baseline on the same pairs; and what each group of features adds.
 */
import { fitPairs } from './fit-evidence.js';
import { asked, compareOrders, type Interval, type Score } from './judge-evidence.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { pairFeatures } from './pair-features.js';

const byRules: Score = ({ order }) => order;
const byTrigrams: Score = ({ trigrams }) => trigrams;

const text = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

/** Prints a row a collection; `reported`: collections that are never fitted on. */
export function printHeldOut(
  collections: readonly MeasuredCollection[],
  reported: readonly MeasuredCollection[],
): void {
  console.log('\nEach collection by a model fitted on the others; 95 % intervals by families');
  console.log(
    '| collection | queries | recall@1: trigrams | rules | model | gain over the rules | MAP: rules | model | gain |\n|---|---|---|---|---|---|---|---|---|',
  );
  const whole = reported.length > 0 ? fitPairs(collections) : null;
  const rows = [
    ...collections.map((collection) => ({
      collection,
      fitted: fitPairs(collections.filter((other) => other !== collection)),
    })),
    ...reported.map((collection) => ({ collection, fitted: whole! })),
  ];
  for (const { collection, fitted } of rows) {
    if (asked(collection).length === 0) continue;
    const first = compareOrders(collection, fitted.logOdds, byRules, 'first');
    const baseline = compareOrders(collection, fitted.logOdds, byTrigrams, 'first');
    const map = compareOrders(collection, fitted.logOdds, byRules, 'averagePrecision');
    const cells = [
      collection.name,
      asked(collection).length,
      baseline.other.value.toFixed(3),
      first.other.value.toFixed(3),
      text(first.own),
      text(first.gain),
      map.other.value.toFixed(3),
      text(map.own),
      text(map.gain),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** What each group of features adds: mean average precision over the collections, each left out in turn, with and without the group. */
export function printAblation(collections: readonly MeasuredCollection[]): void {
  const withAnswers = collections.filter((collection) => asked(collection).length > 0);
  const ordersWithout = (group: string | null): Score[] =>
    withAnswers.map(
      (collection) =>
        fitPairs(
          collections.filter((other) => other !== collection),
          (feature) => pairFeatures[feature]!.group !== group,
        ).logOdds,
    );
  const all = ordersWithout(null);
  const mean = (values: readonly Interval[], of: keyof Interval): number =>
    values.reduce((sum, one) => sum + one[of], 0) / values.length;
  console.log(
    '\nWhat each group of features adds, each collection left out of the fit: MAP without it, and its gain',
  );
  console.log(`| group left out | mean | ${withAnswers.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|---|${'---|'.repeat(withAnswers.length)}`);
  for (const group of [null, ...new Set(pairFeatures.map((feature) => feature.group))]) {
    const orders = group === null ? all : ordersWithout(group);
    const rows = withAnswers.map((collection, at) =>
      compareOrders(collection, all[at]!, orders[at]!, 'averagePrecision'),
    );
    const cells = rows.map(({ other, gain }) =>
      group === null ? other.value.toFixed(3) : `${other.value.toFixed(3)}: ${text(gain)}`,
    );
    const average = mean(
      rows.map(({ other }) => other),
      'value',
    ).toFixed(4);
    console.log(`| ${[group ?? 'none', average, ...cells].join(' | ')} |`);
  }
}
