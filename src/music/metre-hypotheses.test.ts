import { describe, expect, it } from 'vitest';
import { metreHypotheses, metreText } from './metre-hypotheses.js';

/** Beats of the other metre, one every 0.75 s but for a pause of 3 s. */
const beats = [0, 0.75, 1.5, 2.25, 3, 6, 6.75];
const unsure = {
  meter: 4,
  tempoBpm: 120,
  otherMetre: { meter: 3, probability: 0.3, beats, downbeats: [0, 3, 6] },
} as const;

describe('the metres that a song may be heard in', () => {
  it('are the main one first and then the other one, at the tempo of its own beats, together certain', () => {
    expect(metreHypotheses(unsure)).toEqual([
      { meter: 4, tempoBpm: 120, probability: 0.7 },
      { meter: 3, tempoBpm: 80, probability: 0.3 },
    ]);
  });

  it('are the main one alone where there is no other', () => {
    expect(metreHypotheses({ meter: 3, tempoBpm: 90 })).toEqual([{ meter: 3, tempoBpm: 90, probability: 1 }]);
  });

  it('are said in words where there are two, and not where the metre is certain', () => {
    expect(metreText(unsure)).toBe('4/4 (70 %), or 3/4 at 80.0 BPM (30 %)');
    expect(metreText({ meter: 3, tempoBpm: 90 })).toBeNull();
  });
});
