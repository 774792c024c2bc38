import { describe, expect, it } from 'vitest';
import { thresholdFor } from '../../../models/calibration.js';
import { embeddedOdds } from '../evidence/embedded.js';
import { oddsAt, trackOdds } from '../evidence/odds.js';
import { explanationNames } from '../explanations/names.js';
import type { Measurement } from '../measurement.js';
import {
  measurementOf,
  nothingElse,
  sampleLattice,
  sampleMeasurement,
} from '../test-support/sample-measurement.js';
import { judge } from './result.js';
import { applicabilityReasons, judgeOdds, possibleFactor } from './verdict.js';

describe('the reasons of a verdict', () => {
  it.each([-3, 0.2, 3, 6, 14, 60])('state false alarms as a plain number at score %d', (score) => {
    const { reasons } = judge('lite', sampleMeasurement(score), embeddedOdds()).evidence.verdict;
    const alarms = reasons.filter((reason) => reason.includes('of 1,000 recordings'));
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatch(/^(?:\d+(?:\.\d+)?|fewer than 0\.001) of 1,000 recordings without a decoder/);
  });
});

describe('the finding', () => {
  const data = embeddedOdds();
  const budget = data.calibration.falseAlarmsPer1000;
  const measurement = sampleMeasurement(1);
  const at = (logOdds: number, changes: Partial<typeof measurement> = {}) => {
    const one = { ...measurement, ...changes };
    return judgeOdds(one, trackOdds(one, data), oddsAt(logOdds, data), data).finding;
  };

  it.each([
    [budget * 0.99, 'found'],
    [budget * 1.01, 'possible'],
    [budget * possibleFactor * 0.99, 'possible'],
    [budget * possibleFactor * 1.01, 'not_found'],
  ] as const)('at %d false alarms in 1,000 is %s', (alarms, finding) => {
    expect(at(thresholdFor(data.calibration, alarms))).toBe(finding);
  });

  it('needs 10 s of sound and 8 kHz to deny, and neither to find', () => {
    expect(applicabilityReasons({ ...measurement, activeSeconds: 10, bandwidthHz: 8000 })).toEqual([]);
    expect(applicabilityReasons({ ...measurement, activeSeconds: 9.9, bandwidthHz: 7990 })).toHaveLength(2);
    const low = thresholdFor(data.calibration, 500);
    expect(at(low, { activeSeconds: 9.9 })).toBe('cannot_tell');
    expect(at(low, { bandwidthHz: 7990 })).toBe('cannot_tell');
    expect(at(thresholdFor(data.calibration, budget * 0.99), { activeSeconds: 9.9 })).toBe('found');
  });

  it('names no lines where other models find a recording in which there is none', () => {
    const none = measurementOf([], { segments: [] });
    const odds = trackOdds(none, data);
    const { finding, reasons } = judgeOdds(none, odds, oddsAt(50, data), data);
    expect(finding).toBe('found');
    expect(reasons).toEqual([expect.stringContaining('of 1,000 recordings without a decoder')]);
  });

  it('is cannot_tell where only another explanation keeps a lattice from being found, with its name and value', () => {
    const strong = (evidence: number, explanations = nothingElse) =>
      measurementOf([sampleLattice('hop-512', evidence, { explanations }), sampleLattice('fifty', 0)]);
    const judged = (one: Measurement) => {
      const odds = trackOdds(one, data);
      return judgeOdds(one, odds, odds, data);
    };
    const found = judged(strong(14));
    expect(found.finding).toBe('found');
    expect(found.reasons[0]).toMatch(/^lines at the multiples of 21\.53, .+ Hz, as .+ leave$/);
    expect(found.reasons[1]).toMatch(/^they stand \d+\.\d standard deviations above chance$/);
    const unlisted = judged(measurementOf([sampleLattice('unlisted', 14)]));
    expect(unlisted.reasons[0]).toBe(
      'lines at the multiples of 131.70 Hz, as a decoder of none of the listed architectures leaves',
    );
    const explained = explanationNames
      .map((name) => ({ name, ...judged(strong(14, { ...nothingElse, [name]: 12.34 })) }))
      .filter(({ finding }) => finding !== 'found');
    expect(explained.length).toBeGreaterThan(3);
    for (const { name, finding, reasons } of explained) {
      expect(finding).toBe('cannot_tell');
      expect(reasons).toHaveLength(1);
      expect(reasons[0]).toMatch(/^there are evenly spaced lines, but /);
      expect(reasons[0]).toContain(`(${name}: 12.3)`);
    }
    // A lattice that would not be found without it either is none.
    for (const { name } of explained)
      expect(judged(strong(0, { ...nothingElse, [name]: 12.34 })).finding).not.toBe('cannot_tell');
  });
});
