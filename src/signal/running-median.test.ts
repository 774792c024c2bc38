import { describe, expect, it } from 'vitest';
import { runningMedian } from './running-median.js';

function slowMedian(values: Float32Array, windowLength: number): number[] {
  const half = windowLength >> 1;
  return Array.from(values, (_, centre) => {
    const window: number[] = [];
    for (let i = centre - half; i <= centre + half; i++) {
      window.push(values[Math.min(values.length - 1, Math.max(0, i))]!);
    }
    return window.sort((a, b) => a - b)[half]!;
  });
}

describe('runningMedian', () => {
  it('equals sorting every window, ties and edges included', () => {
    const values = Float32Array.from(
      { length: 500 },
      (_, i) => Math.round(10 * Math.sin(i * i * 0.37)) / 4 + 0,
    );
    for (const windowLength of [1, 3, 21, 101]) {
      expect(Array.from(runningMedian(values, windowLength))).toEqual(slowMedian(values, windowLength));
    }
  });

  it('does not follow a line narrower than half its window', () => {
    const values = new Float32Array(300).fill(2);
    values.fill(50, 140, 150);
    expect(runningMedian(values, 101).every((value) => value === 2)).toBe(true);
  });

  it('refuses an even window', () => {
    expect(() => runningMedian(new Float32Array(4), 2)).toThrow(RangeError);
  });
});
