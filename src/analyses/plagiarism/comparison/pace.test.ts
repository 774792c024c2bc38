import { describe, expect, it } from 'vitest';
import { measuredPace } from './pace.js';
import type { MatchedPoint } from './runs.js';

/** Notes on every beat of the first song, at `place(beat)` in the second. */
const beside = (count: number, place: (beat: number) => number): MatchedPoint[] =>
  Array.from({ length: count }, (_, beat) => {
    const b = place(beat);
    return { a: beat, b, endA: beat + 1, endB: b + 1, bits: 1 };
  });

describe('the pace of a run', () => {
  it.each([1, 0.5, 2, 1.2, 5])('is even at %f, also where single notes are early or late', (pace) => {
    for (const late of [0, 0.2]) {
      const measured = measuredPace(beside(40, (beat) => (beat + (beat % 3) * late) * pace));
      expect(measured.uneven).toBe(0);
      expect(measured.pace).toBeCloseTo(Math.log2(pace), 5);
    }
  });

  it('is the more uneven the larger the share of the run that hurries or waits', () => {
    const hurrying = (share: number) =>
      measuredPace(beside(60, (beat) => (beat < 60 * (1 - share) ? beat : 60 + 3 * beat))).uneven;
    expect(hurrying(0.25)).toBeGreaterThan(hurrying(0.1));
    expect(hurrying(0.38)).toBeGreaterThan(hurrying(0.25));
    expect(hurrying(0.38)).toBeLessThan(0.6);
  });

  it('lets a stretch be a quarter of an octave off, and no more', () => {
    // All stretches but those of the last notes go at the run's pace.
    const ending = (factor: number) =>
      measuredPace(beside(60, (beat) => (beat < 40 ? beat : 39 + factor * (beat - 39)))).uneven;
    expect(ending(2 ** 0.24)).toBe(0);
    expect(ending(2 ** 0.26)).toBeGreaterThan(0.2);
  });

  it('is even for so few notes that they have no pace', () => {
    expect(measuredPace([])).toEqual({ pace: 0, uneven: 0 });
    expect(measuredPace(beside(3, (beat) => beat * beat))).toEqual({ pace: 0, uneven: 0 });
    // Four notes have one.
    expect(measuredPace(beside(4, (beat) => 1.3 * beat)).pace).toBeGreaterThan(0.3);
  });

  it('has a bound where one song stands still: stretches of less than a twentieth of a beat count as that', () => {
    expect(measuredPace(beside(20, () => 7)).pace).toBeCloseTo(Math.log2(0.05 / 6), 9);
    expect(measuredPace(beside(20, (beat) => 0.01 * beat)).pace).toBeCloseTo(Math.log2(0.06 / 6), 9);
    const still = beside(20, (beat) => beat).map((point) => ({ ...point, a: 7 }));
    expect(measuredPace(still).pace).toBeCloseTo(Math.log2(6 / 0.05), 9);
  });

  it('is the opposite, and as uneven, where the songs change places', () => {
    for (const count of [8, 23, 40])
      for (const place of [(beat: number) => beat ** 1.2, (beat: number) => 1.1 * beat + Math.sin(beat)]) {
        const points = beside(count, place);
        const turned = points.map(({ a, b, endA, endB, bits }) => ({
          a: b,
          b: a,
          endA: endB,
          endB: endA,
          bits,
        }));
        const [one, other] = [measuredPace(points), measuredPace(turned)];
        expect(other.uneven).toBeCloseTo(one.uneven, 9);
        expect(other.pace).toBeCloseTo(-one.pace, 9);
      }
  });
});
