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

/** Mean average precision over the collections, each left out in turn, without one group of features after the other. */
export function printAblation(collections: readonly MeasuredCollection[]): void {
  console.log(
    '\nWithout a group of features, each collection left out of the fit: MAP, mean of the collections',
  );
  const groups = [null, ...new Set(pairFeatures.map(({ group }) => group))];
  for (const group of groups) {
    const isUsed = (feature: number): boolean => pairFeatures[feature]!.group !== group;
    const maps = collections
      .filter((collection) => asked(collection).length > 0)
      .map((collection) => {
        const { logOdds } = fitPairs(
          collections.filter((other) => other !== collection),
          isUsed,
        );
        return compareOrders(collection, logOdds, byRules, 'averagePrecision').own.value;
      });
    const mean = maps.reduce((sum, value) => sum + value, 0) / maps.length;
    console.log(`| ${group ?? 'all features'} | ${mean.toFixed(4)} |`);
  }
}
