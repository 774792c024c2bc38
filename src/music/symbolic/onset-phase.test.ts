import { describe, expect, it } from 'vitest';
import { isOnSteps, onsetPhase, steadiestBeat } from './onset-phase.js';

const quarter = 480;
/** Sixteenths with gaps, as a tune has them, `shift` ticks late and stretched. */
const onsets = (shift: number, stretch = 1, sixteenths = 400): number[] =>
  Array.from({ length: sixteenths }, (_, step) => step)
    .filter((step) => (step * 7) % 5 < 3)
    .map((step) => step * 120 * stretch + shift);
const anywhere = Array.from({ length: 300 }, (_, index) => (index * 0.618034 * 9973) % 48_000).sort(
  (a, b) => a - b,
);

describe('the phase of onsets', () => {
  it('is how far they lie from the steps of the grid that they keep to', () => {
    const { coherence, parts, shiftBeats } = onsetPhase(onsets(36), quarter);
    expect(coherence).toBeCloseTo(1, 9);
    expect(parts).toBe(4);
    expect(shiftBeats).toBeCloseTo(36 / quarter, 9);
  });

  it('is that of no grid where they lie anywhere', () => {
    expect(onsetPhase(anywhere, quarter).coherence).toBeLessThan(0.25);
    expect(isOnSteps(anywhere, quarter, 0.5)).toBe(false);
  });

  it.each([
    ['sixteenths', onsets(0), true],
    ['sixteenths a hundredth of a beat late', onsets(5), true],
    ['triplets', onsets(0, 4 / 3), true],
    ['a tune with thirty-seconds', [...onsets(0), 60, 540, 1020].sort((a, b) => a - b), true],
    ['sixteenths a thirty-second late', onsets(60), false],
    ['sixteenths four tenths of a beat late', onsets(192), false],
  ])('reports whether the beats are theirs: %s', (_, ticks, expected) => {
    expect(isOnSteps(ticks, quarter, 0.5)).toBe(expected);
  });
});

describe('the steadiest beat', () => {
  it('is found from a guess that is two in a hundred off', () => {
    for (const sixteenths of [400, 12_000]) {
      const ticks = Float64Array.from(onsets(70, 1.37, sixteenths));
      const { beat, phase } = steadiestBeat(ticks, 1.02 * 1.37 * quarter);
      expect(beat / quarter).toBeCloseTo(1.37, 3);
      expect(phase.coherence).toBeGreaterThan(0.95);
    }
  });
});
