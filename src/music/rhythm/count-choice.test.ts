import { describe, expect, it } from 'vitest';
import { scoredCounts, type TriedCount } from './count-choice.js';
import { type CountWeights, countModel, heardCount } from './count-model.js';
import type { MetreCount } from './metre-counts.js';

const model: CountWeights = { metre: [1, 1, 0], count: [1, 1] };
const count = (meter: 3 | 4): MetreCount => ({
  meter,
  beatsInBar: meter,
  beatFrames: [0, 40, 80, 120],
  downbeats: [0],
  score: 0,
});
/** `odds`: that the beats are the song's; those of three are twice as large. */
const tried = (meter: 3 | 4, ratio: 0.5 | 1 | 2, odds: number | null): TriedCount => ({
  count: count(meter),
  ratio,
  placed: count(meter),
  heard: odds === null ? null : { rightOdds: odds, threeOdds: 2 * odds },
});
const best = (all: readonly TriedCount[], three: number): readonly [number, number] => {
  const [first] = scoredCounts(all, three, model);
  return [first!.count.meter, first!.ratio];
};

describe('the choice among counts', () => {
  it('takes the likelier metre where beats are as likely', () => {
    const all = [tried(4, 1, 0), tried(3, 1, 0)];
    expect(best(all, 0.2)).toEqual([4, 1]);
    expect(best(all, 0.8)).toEqual([3, 1]);
  });

  it('takes the tempo whose beats look like those of a song', () => {
    expect(best([tried(4, 1, 3), tried(4, 2, -3)], 0.2)).toEqual([4, 1]);
  });

  it('hears the beats of both metres where it decides between them, so that one of them alone gains nothing', () => {
    const scored = scoredCounts([tried(3, 1, 0.4), tried(4, 1, 0.4)], 0.5, model);
    expect(scored[0]!.count.meter).toBe(3);
    expect(scored[0]!.score - scored[1]!.score).toBeCloseTo(0.8, 9);
  });

  it('goes by the bars alone where only one metre has a count at a tempo', () => {
    const [only] = scoredCounts([tried(3, 0.5, 0)], 0.9, { ...model, count: [0, 1] });
    expect(Math.exp(only!.score)).toBeCloseTo(0.9, 9);
  });

  it('knows nothing of counts of a beat or two, and stays finite', () => {
    const scored = scoredCounts([tried(3, 1, null), tried(4, 1, null)], 0, model);
    expect(scored.every(({ score }) => Number.isFinite(score))).toBe(true);
    expect(scored[0]!.count.meter).toBe(4);
  });
});

describe('the score of a count', () => {
  const weights: CountWeights = { metre: [2, 3, 0.5], count: [1.5, 0.7] };
  const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));
  const scoresOf = (all: readonly TriedCount[], three: number): number[] => {
    const scored = scoredCounts(all, three, weights);
    return all.map(({ count: own, ratio }) => {
      const found = scored.find((one) => one.count.meter === own.meter && one.ratio === ratio);
      return found!.score;
    });
  };

  it('weighs the odds of its beats and the logarithm of its metre’s probability, by bars, by beats and with a bias', () => {
    // The beats of both metres' counts have odds of three of 0.4 and 1.2.
    const [three, four] = scoresOf([tried(3, 1, 0.2), tried(4, 1, 0.6)], 0.3);
    const odds = 2 * Math.log(0.3 / 0.7) + 3 * 0.8 + 0.5;
    expect(three).toBeCloseTo(1.5 * 0.2 + 0.7 * Math.log(logistic(odds)), 9);
    expect(four).toBeCloseTo(1.5 * 0.6 + 0.7 * Math.log(logistic(-odds)), 9);
  });

  it('takes the bars as they are where its tempo has one metre alone, and other tempos for nothing', () => {
    const [four, three] = scoresOf([tried(4, 1, 0.6), tried(3, 2, 0.2)], 0.3);
    expect(four).toBeCloseTo(1.5 * 0.6 + 0.7 * Math.log(0.7), 9);
    expect(three).toBeCloseTo(1.5 * 0.2 + 0.7 * Math.log(0.3), 9);
  });

  it('takes a metre of which nothing was counted for one in a thousand, and none for certain', () => {
    for (const none of [0, 1e-3, 1e-9]) {
      const [four, three] = scoresOf([tried(4, 1, 0), tried(3, 2, 0)], none);
      expect(three).toBeCloseTo(0.7 * Math.log(1e-3), 9);
      expect(four).toBeCloseTo(0.7 * Math.log(0.999), 9);
    }
    for (const certain of [1, 0.999, 1 - 1e-9])
      expect(scoresOf([tried(4, 1, 0)], certain)[0]).toBeCloseTo(0.7 * Math.log(1e-3), 9);
    expect(scoresOf([tried(4, 1, 0)], 0.002)[0]).toBeCloseTo(0.7 * Math.log(0.998), 9);
  });

  it('has of a count without beats to hear nothing for them, and half of the other metre’s odds', () => {
    const [three, four] = scoresOf([tried(3, 1, null), tried(4, 1, 0.6)], 0.5);
    const odds = 3 * 0.6 + 0.5;
    expect(three).toBeCloseTo(0.7 * Math.log(logistic(odds)), 9);
    expect(four).toBeCloseTo(1.5 * 0.6 + 0.7 * Math.log(logistic(-odds)), 9);
  });
});

describe('what is heard of a count', () => {
  it('has the odds of right beats against the three wrong kinds together', () => {
    const { rightOdds, threeOdds } = heardCount(Float32Array.of(2, 1, 1, 1, -3));
    expect(rightOdds).toBeCloseTo(1 - Math.log(3), 6);
    expect(threeOdds).toBe(-3);
  });
});

describe('the weights in use', () => {
  it('count likelier beats and likelier metres for more', () => {
    const { count: weights, metre } = countModel();
    expect(Math.min(...weights, metre[0], metre[1])).toBeGreaterThan(0);
  });
});
