import { expect, test } from 'vitest';
import { verdictToJson } from './finding.js';

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
