/** How well an order of songs finds answers, query by query, and how sure a difference of two orders is. */
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { MeasuredCollection, MeasuredPair, MeasuredQuery } from './measured-pairs.js';

export type Score = (pair: MeasuredPair) => number;

export interface QueryFigures {
  readonly averagePrecision: number;
  readonly first: number;
}

/** Ties count against the order; an answer that was not compared is never met. */
function figuresOf({ pairs, missed }: MeasuredQuery, score: Score): QueryFigures {
  const values = pairs.map((pair) => ({ isAnswer: pair.isAnswer, value: score(pair) }));
  const sorted = values.sort((a, b) => b.value - a.value || Number(a.isAnswer) - Number(b.isAnswer));
  let [met, sum] = [0, 0];
  for (const [place, { isAnswer }] of sorted.entries()) if (isAnswer) sum += ++met / (place + 1);
  return { averagePrecision: sum / Math.max(1, met + missed), first: sorted[0]?.isAnswer ? 1 : 0 };
}

/** Queries that have an answer. */
export const asked = ({ queries }: MeasuredCollection): MeasuredQuery[] =>
  queries.filter(({ pairs, missed }) => missed > 0 || pairs.some(({ isAnswer }) => isAnswer));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The mean and its 95 % interval by resampling families, which are what is independent. */
export function bootstrapped(values: readonly { family: string; value: number }[], rounds = 1000): Interval {
  const families = new Map<string, number[]>();
  for (const { family, value } of values) families.set(family, [...(families.get(family) ?? []), value]);
  const groups = [...families.values()];
  const random = seededRandom(20);
  const means = Array.from({ length: rounds }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < groups.length; draw++) {
      for (const value of groups[Math.floor(random() * groups.length)]!) {
        sum += value;
        count++;
      }
    }
    return sum / Math.max(1, count);
  }).sort((a, b) => a - b);
  return {
    value: mean(values.map(({ value }) => value)),
    low: means[Math.floor(0.025 * rounds)]!,
    high: means[Math.floor(0.975 * rounds)]!,
  };
}

/** Both orders on the same queries, and their difference. */
export function compareOrders(
  collection: MeasuredCollection,
  own: Score,
  other: Score,
  figure: keyof QueryFigures,
): { own: Interval; other: Interval; gain: Interval } {
  const queries = asked(collection);
  const of = (score: Score) => queries.map((query) => figuresOf(query, score)[figure]);
  const [a, b] = [of(own), of(other)];
  const joined = (value: (at: number) => number) =>
    bootstrapped(queries.map(({ family }, at) => ({ family, value: value(at) })));
  return {
    own: joined((at) => a[at]!),
    other: joined((at) => b[at]!),
    gain: joined((at) => a[at]! - b[at]!),
  };
}
