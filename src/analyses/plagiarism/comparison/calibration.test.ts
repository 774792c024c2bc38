import { describe, expect, it } from 'vitest';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { falseAlarmsPer1000 } from '../evidence/pair-calibration.js';
import {
  commonPer1000,
  evenBits,
  evenBitsAmong,
  falseAlarmsAmong,
  reportingThreshold,
  segmentMetric,
  signatureMetric,
} from './calibration.js';

describe('how many unrelated songs would reach as much', () => {
  const { calibration } = embeddedPairEvidence();
  const levels = [8, 12.9, 15, 18, 22, 30];

  it('is as many among written songs, however many of them are searched', () => {
    for (const bits of levels)
      for (const songs of [0, 1, 60, 61, 10_000])
        expect(falseAlarmsAmong(songs, 'written', bits)).toBe(
          falseAlarmsPer1000(calibration, 'written', bits),
        );
  });

  it('is of two songs that someone picks no smaller where one was heard than where both are written', () => {
    for (const bits of levels)
      for (const songs of [1, 60])
        expect(falseAlarmsAmong(songs, 'transcribed', bits)).toBe(falseAlarmsAmong(songs, 'written', bits));
  });

  it('falls to that of long searches where few of the songs are compared in full', () => {
    for (const bits of levels.slice(2)) {
      const among = [60, 120, 600, 1e9].map((songs) => falseAlarmsAmong(songs, 'transcribed', bits));
      expect(among[1]).toBeCloseTo(among[0]! / 2, 12);
      expect(among.every((one, at) => at === 0 || one <= among[at - 1]!)).toBe(true);
      expect(among[3]).toBe(falseAlarmsPer1000(calibration, 'transcribed', bits));
    }
  });

  it('never makes a pair possible that the tail of its kind does not', () => {
    for (let bits = 8; bits < 18; bits += 0.1)
      expect(falseAlarmsAmong(1, 'transcribed', bits) <= calibration.possible).toBe(
        falseAlarmsPer1000(calibration, 'transcribed', bits) <= calibration.possible,
      );
  });
});

describe('the metric of some bits of evidence', () => {
  it('is a half at the threshold, falls and rises as the logistic curve over four bits, and is 0 without evidence', () => {
    expect(reportingThreshold).toBe(0.5);
    for (const even of [18, 25]) {
      expect(signatureMetric(even, even)).toBe(0.5);
      expect(signatureMetric(even + 4, even)).toBeCloseTo(1 / (1 + Math.exp(-1)), 9);
      expect(signatureMetric(even - 8, even)).toBeCloseTo(1 / (1 + Math.exp(2)), 9);
      for (const none of [0, -5, Number.NaN]) expect(signatureMetric(none, even)).toBe(0);
      expect(signatureMetric(0.01, even)).toBeGreaterThan(0);
    }
  });

  it('is of a segment that of its share of the bits', () => {
    expect(segmentMetric(36, 0.5, 18)).toBe(0.5);
    expect(segmentMetric(22, 1, 18)).toBe(signatureMetric(22, 18));
    expect(segmentMetric(22, 0, 18)).toBe(0);
  });
});

describe('the bits at which the metric is a half', () => {
  const { calibration } = embeddedPairEvidence();

  it('are those of a pair among few songs, never fewer', () => {
    expect(evenBits).toBe(18);
    for (const origin of ['written', 'transcribed'] as const) {
      expect(evenBitsAmong(0, origin)).toBe(evenBitsAmong(1, origin));
      expect(evenBitsAmong(1, origin)).toBe(evenBits);
    }
  });

  it('are among many songs those that a hundredth of an unrelated song is expected to reach in all of them', () => {
    for (const origin of ['written', 'transcribed'] as const)
      for (const songs of [1e5, 1e6, 1e7]) {
        const bits = evenBitsAmong(songs, origin);
        expect(bits).toBeGreaterThan(evenBits);
        expect((falseAlarmsPer1000(calibration, origin, bits) * songs) / 1000).toBeCloseTo(
          calibration.reportedInSearch,
          6,
        );
      }
  });
});

it('the least evidence that was counted is reached by no fewer of written and of transcribed songs', () => {
  const { written, transcribed } = embeddedPairEvidence().calibration;
  expect(commonPer1000()).toBeGreaterThan(0);
  for (const { per1000 } of [written, transcribed]) expect(commonPer1000()).toBeLessThanOrEqual(per1000[0]!);
});
