import { describe, expect, it } from 'vitest';
import { aboveAround } from './surroundings.js';

describe('a value among those around it', () => {
  it('is what it has more than their mean, at both ends too', () => {
    expect([...aboveAround(Float32Array.of(1, 2, 6))]).toEqual([-2, -1, 3]);
    expect(aboveAround(new Float32Array(0))).toHaveLength(0);
  });

  it('does not depend on what lies more than a second away', () => {
    const values = new Float32Array(200).map((_, at) => at % 7);
    const louder = values.map((value, at) => (at >= 150 ? value + 100 : value));
    expect(aboveAround(louder)[100]).toBe(aboveAround(values)[100]);
  });
});
