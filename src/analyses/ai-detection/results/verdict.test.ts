import { describe, expect, it } from 'vitest';
import { embeddedOdds } from '../evidence/embedded.js';
import { sampleMeasurement } from '../test-support/sample-measurement.js';
import { judge } from './result.js';

describe('the reasons of a verdict', () => {
  it.each([-3, 0.2, 3, 6, 14, 60])('state false alarms as a plain number at score %d', (score) => {
    const { reasons } = judge('lite', sampleMeasurement(score), embeddedOdds()).evidence.verdict;
    const alarms = reasons.filter((reason) => reason.includes('of 1,000 recordings'));
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatch(/^(?:\d+(?:\.\d+)?|fewer than 0\.001) of 1,000 recordings without a decoder/);
  });
});
