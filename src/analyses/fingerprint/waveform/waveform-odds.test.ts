import { describe, expect, it } from 'vitest';
import {
  falseWaveformsPer1000,
  isOtherWaveform,
  isSameWaveform,
  sameWaveformLogOdds,
  type WaveformMeasurements,
  waveformFeatures,
  waveformLogOdds,
} from './waveform-odds.js';

/** Through a telephone in a room, in noise. */
const heard: WaveformMeasurements = { overAll: 16, overNear: 9, strays: 0, shownShare: 0.95 };

describe('the odds that two waveforms are one recording', () => {
  it('take a copy in noise for the recording, and shared attacks and chance for others', () => {
    expect(isSameWaveform(heard)).toBe(true);
    expect(isOtherWaveform({ overAll: 20, overNear: 3, strays: 0.3, shownShare: 0.9 })).toBe(true);
    expect(isOtherWaveform({ overAll: 4.5, overNear: 4, strays: 0, shownShare: 0.3 })).toBe(true);
  });

  it('take notes that are played anew by the same samples for another recording, however far one delay stands out', () => {
    expect(isSameWaveform({ overAll: 30, overNear: 9, strays: 0.6, shownShare: 1 })).toBe(false);
  });

  it('take a few notes that fall together for another recording: they show the delay for some seconds only', () => {
    expect(isSameWaveform({ overAll: 9.4, overNear: 9.3, strays: 0.18, shownShare: 0.16 })).toBe(false);
  });

  it('do not decide between the two', () => {
    const between = Array.from({ length: 40 }, (_, i) => 4 + 0.1 * i).filter((overNear) => {
      const measured = { overAll: 8, overNear, strays: 0, shownShare: 0.7 };
      return !isSameWaveform(measured) && !isOtherWaveform(measured);
    });
    expect(between.length).toBeGreaterThan(0);
  });

  it('rise with what stands out and fall with blocks that agree elsewhere, in the whole range of each', () => {
    for (const { name, knots, direction } of waveformFeatures) {
      const odds = knots.map((value) => waveformLogOdds({ ...heard, [name]: value }));
      const steps = odds.slice(1).map((value, i) => (direction === 'rising' ? 1 : -1) * (value - odds[i]!));
      expect(Math.min(...steps), name).toBeGreaterThanOrEqual(0);
      expect(Math.max(...steps), name).toBeGreaterThan(0.1);
    }
    expect(Object.fromEntries(waveformFeatures.map(({ name, direction }) => [name, direction]))).toEqual({
      overAll: 'rising',
      overNear: 'rising',
      strays: 'falling',
      shownShare: 'rising',
    });
  });

  it('expect one other recording in a thousand at the threshold, and fewer above it', () => {
    const measured = [4, 5, 6, 7, 8, 9, 10].map((overNear) => ({
      overAll: 12,
      overNear,
      strays: 0,
      shownShare: 0.8,
    }));
    for (const one of measured) {
      expect(falseWaveformsPer1000(one) <= 1 + 1e-6, `${one.overNear}`).toBe(isSameWaveform(one));
      expect(waveformLogOdds(one) >= sameWaveformLogOdds(), `${one.overNear}`).toBe(isSameWaveform(one));
    }
    const rates = measured.map(falseWaveformsPer1000);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
    expect(new Set(rates).size).toBeGreaterThan(3);
  });
});
