import { expect, test } from 'vitest';
import { falseAlarmWords, rarestCounted, verdictToJson } from './finding.js';

test('a verdict is written in snake_case, and what is absent is left out', () => {
  expect(
    verdictToJson({
      finding: 'found',
      expectedFalseAlarms: 0.2,
      threshold: { of: 'alignment z', value: 43 },
      searched: { count: 12, unit: 'songs' },
      reasons: ['Alignment z is 60.'],
      limits: [],
    }),
  ).toEqual({
    finding: 'found',
    expected_false_alarms: 0.2,
    threshold: { of: 'alignment z', value: 43 },
    searched: { count: 12, unit: 'songs' },
    reasons: ['Alignment z is 60.'],
    limits: [],
  });
  expect(verdictToJson({ finding: 'cannot_tell', reasons: ['Silence.'], limits: ['Needs sound.'] })).toEqual({
    finding: 'cannot_tell',
    reasons: ['Silence.'],
    limits: ['Needs sound.'],
  });
});

test('false alarms are stated no rarer than any were counted, in the fields of a verdict and in its words', () => {
  const stated = (expectedFalseAlarms: number): unknown =>
    verdictToJson({ finding: 'found', expectedFalseAlarms, reasons: [], limits: [] }).expected_false_alarms;
  expect([7.8e-25, 0.0009, 0.001, 0.0012, 3, 1000].map(stated)).toEqual([
    rarestCounted,
    rarestCounted,
    rarestCounted,
    0.0012,
    3,
    1000,
  ]);
  for (const rare of [7.8e-25, 0.0009, rarestCounted]) {
    expect(falseAlarmWords(rare)).toBe('fewer than 0.001');
    expect(falseAlarmWords(rare, 10_000)).toBe('fewer than 0.01');
    expect(falseAlarmWords(rare, 2)).toBe('fewer than 0.000002');
  }
  expect(falseAlarmWords(0.00123)).toBe('0.0012');
  expect(falseAlarmWords(20, 1_000_000)).toBe('20,000');
});
