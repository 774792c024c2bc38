import { describe, expect, it } from 'vitest';
import { findingOf } from '../verdict.js';
import { embeddedOdds, foundPer1000, judge, type LyricOdds, possiblePer1000 } from './odds.js';

/** One feature whose value is the log-odds; above 4.5 unrelated lyrics are e times rarer each 2. */
const odds = {
  model: {
    format: 'contrafact-evidence-model',
    formatVersion: 1,
    id: 'test',
    version: 'test',
    bias: 0,
    features: [{ name: 'value', unit: '1', direction: 'rising', knots: [0, 100], steps: [100] }],
  },
  calibration: {
    ...embeddedOdds().calibration,
    deciles: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5],
    tailDecay: 2,
  },
} as const satisfies LyricOdds;
/** Log-odds that this many of 1,000 unrelated lyrics reach. */
const logOddsAt = (falseAlarms: number): number => 4.5 + 2 * Math.log(100 / falseAlarms);
const judged = (falseAlarms: number, songs = 2_000) => judge(odds, [logOddsAt(falseAlarms)], songs);

describe('the odds of a lyric', () => {
  it('are found for 5 and possible for 50 of 1,000 unrelated lyrics, as documented', () => {
    expect([foundPer1000, possiblePer1000]).toEqual([5, 50]);
    expect([4.99, 5.01, 49.9, 50.1].map((alarms) => findingOf(judged(alarms)))).toEqual([
      'found',
      'possible',
      'possible',
      'not_found',
    ]);
  });

  it('give a score of 0 at 1,000, 0.5 at 50 and 1 at 0.005, linear in the logarithm between', () => {
    expect(judged(50).score).toBeCloseTo(0.5, 9);
    expect(judged(0.005).score).toBeCloseTo(1, 9);
    expect(judged(Math.sqrt(50 * 0.005)).score).toBeCloseTo(0.75, 9);
    expect(judged(0.0001).score).toBe(1);
    expect(judge(odds, [-3], 2_000)).toMatchObject({ falseAlarms: 1000, score: 0 });
    // 2.5 has half of the negative cases below it.
    const middle = judge(odds, [2.5], 2_000);
    expect(middle.falseAlarms).toBeCloseTo(500, 9);
    expect(middle.score).toBeCloseTo((0.5 * Math.log(1000 / 500)) / Math.log(1000 / 50), 9);
  });

  it('count twice the false alarms among twice the songs, and as many in fewer than were calibrated', () => {
    expect(judged(5, 4_000).falseAlarms).toBeCloseTo(10, 9);
    expect(judged(0.05, 160_000).falseAlarms).toBeCloseTo(0.05 * 80, 9);
    expect(judged(5, 20).falseAlarms).toBeCloseTo(5, 9);
  });
});
