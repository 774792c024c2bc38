import { describe, expect, it } from 'vitest';
import { yamnetPresence, yamnetSpans } from './yamnet-presence.js';

/** Scores of one patch each 0.48 s: `high` in [from, to) seconds, `low` elsewhere. */
function scores(seconds: number, from: number, to: number, high: number, low = 1e-4) {
  const patches = Math.floor(seconds / 0.48);
  const sung = Float32Array.from({ length: patches }, (_, i) =>
    i * 0.48 >= from && i * 0.48 < to ? high : low,
  );
  return { sung, spoken: new Float32Array(patches) };
}

describe('what YAMNet says of a song', () => {
  it('is a voice where a tenth of it is sung or spoken, however dense the mix', () => {
    expect(yamnetPresence(scores(100, 40, 60, 0.05))).toBeGreaterThan(0.9);
    expect(yamnetPresence(scores(100, 0, 0, 0))).toBeLessThan(0.01);
    const { sung, spoken } = scores(100, 40, 60, 0.05);
    expect(yamnetPresence({ sung: spoken, spoken: sung })).toBeGreaterThan(0.9);
  });

  it('is where it is sung, also where the voice is faint throughout', () => {
    for (const high of [0.3, 0.008]) {
      const [span, ...more] = yamnetSpans(scores(100, 40, 60, high), 100);
      expect(more).toEqual([]);
      expect(span!.startSeconds).toBeCloseTo(40, -0.5);
      expect(span!.endSeconds).toBeCloseTo(60, -0.5);
    }
  });

  it('is the whole song where there is next to no voice', () => {
    expect(yamnetSpans(scores(20, 0, 0, 0), 20)).toEqual([{ startSeconds: 0, endSeconds: 20 }]);
  });
});
