import { describe, expect, it } from 'vitest';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { falseAlarmsPer1000 } from '../evidence/pair-calibration.js';
import { falseAlarmsAmong } from './calibration.js';

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
