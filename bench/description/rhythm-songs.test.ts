import { describe, expect, it } from 'vitest';
import { secondsAt, tickAt } from './rhythm-songs.js';

describe('the time of a written song', () => {
  const file = {
    ticksPerQuarter: 480,
    tempos: [
      { tick: 0, microsecondsPerQuarter: 500_000 },
      { tick: 960, microsecondsPerQuarter: 1_000_000 },
    ],
  };

  it('follows a change of tempo, to ticks and back', () => {
    expect([0.25, 1, 2, 2.5].map((seconds) => tickAt(file, seconds))).toEqual([240, 960, 1440, 1680]);
    for (const seconds of [0.25, 1, 2, 2.5])
      expect(secondsAt(file, tickAt(file, seconds))).toBeCloseTo(seconds);
  });

  it('does not begin before the file', () => {
    expect(tickAt(file, -0.1)).toBe(0);
  });
});
