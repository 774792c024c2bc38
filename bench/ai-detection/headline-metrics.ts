/** The figures that a model's card carries, all of held-out folds. */
import { wilsonInterval } from '../../src/analyses/ai-detection/evidence/wilson.js';
import type { HeldOut } from './collections-out.js';
import { areaOf, type Scored, truePositiveRate } from './statistics.js';
import { invisible } from './tables.js';

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const scored = (some: readonly HeldOut[]): Scored[] =>
  some.map(({ logOdds, one }) => ({ score: logOdds, file: `${one.group}/${one.recording}` }));

export function headlineMetrics(judged: readonly HeldOut[]): Record<string, number> {
  const plain = judged.filter(({ one }) => !one.isPair && one.one.condition === 'as it is');
  const reals = plain.filter(({ one }) => !one.isFake);
  const strided = plain.filter(({ one }) => one.isFake && !invisible.includes(one.group));
  const nameOf = ({ one }: HeldOut): string => `${one.group}/${one.recording}`;
  const recordings = new Set(reals.map(nameOf)).size;
  const accused = new Set(reals.filter(({ found }) => found).map(nameOf)).size;
  const [low, high] = wilsonInterval(accused / Math.max(1, recordings), recordings);
  const base = {
    collections: new Set(reals.map(({ one }) => one.group)).size,
    recordings,
    recordingsAccused: accused,
    accusedIntervalLow: rounded(low),
    accusedIntervalHigh: rounded(high),
  };
  if (strided.length === 0) return base;
  return {
    ...base,
    stridedHalfMinutes: strided.length,
    stridedFound: strided.filter(({ found }) => found).length,
    areaUnderCurve: rounded(areaOf(scored(strided), scored(reals))),
    truePositivesAtOnePercent: rounded(truePositiveRate(scored(strided), scored(reals), 0.01)),
  };
}
