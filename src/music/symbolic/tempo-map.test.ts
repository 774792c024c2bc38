import { describe, expect, it } from 'vitest';
import { tempoMap } from './tempo-map.js';

const map = tempoMap({
  ticksPerQuarter: 100,
  tempos: [
    { tick: 200, microsecondsPerQuarter: 1_000_000 },
    { tick: 300, microsecondsPerQuarter: 200_000 },
    { tick: 300, microsecondsPerQuarter: 250_000 },
  ],
});

describe('a tempo map', () => {
  it('says when a tick sounds: 120 BPM first, and of two changes at a tick the last', () => {
    expect([0, 100, 200, 250, 300, 400].map(map.secondsAt)).toEqual([0, 0.5, 1, 1.5, 2, 2.25]);
  });

  it('says which tick sounds when', () => {
    expect([0, 0.5, 1, 1.5, 2, 2.25].map(map.tickAt)).toEqual([0, 100, 200, 250, 300, 400]);
  });
});
