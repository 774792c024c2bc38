import { describe, expect, it } from 'vitest';
import { confidenceOf } from './confidence.js';

describe('the confidence of a positive finding', () => {
  it.each([
    [0.5, 'low', 'probability 50 %'],
    [0.7, 'moderate', 'probability 70 %'],
    [0.9, 'high', 'probability 90 %'],
    [0.99, 'very high', 'probability 99 %'],
    [0.995, 'very high', 'probability 99.5 %'],
    [0.9995, 'very high', 'probability over 99.9 %'],
  ] as const)('of the probability %d is %s', (probability, band, basis) => {
    expect(confidenceOf('found', probability, null)).toEqual({ band, basis });
  });

  it.each([
    [50, 'low', '50'],
    [10.5, 'low', '11'],
    [10, 'moderate', '10'],
    [1.1, 'moderate', '1.1'],
    [1, 'high', '1'],
    [0.01, 'very high', '0.01'],
    [0.0123, 'high', '0.012'],
    [0.0001, 'very high', 'fewer than 0.001'],
  ] as const)('of %d false alarms in 1,000 is %s, whatever the probability', (rate, band, words) => {
    const basis = `expected false alarms: ${words} in 1,000`;
    expect(confidenceOf('possible', 0.5, rate)).toEqual({ band, basis });
  });

  it('is none where there is no number, and of no other finding', () => {
    expect(confidenceOf('found', null, null)).toBeNull();
    for (const finding of ['not_found', 'cannot_tell', 'nothing_to_compare'] as const) {
      expect(confidenceOf(finding, 0.99, 0.01)).toBeNull();
    }
  });
});
