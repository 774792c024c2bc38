import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, upperMedian } from './median.js';
import { mixedBits } from './mixed-bits.js';
import { percentile } from './percentile.js';
import { countAtMost, countBelow } from './rising.js';
import { rounded } from './rounded.js';

describe('the middle of values', () => {
  it('is the value between as many greater and smaller ones, and leaves the list as it is', () => {
    const values = [5, 1, 4];
    expect([median(values), upperMedian(values)]).toEqual([4, 4]);
    expect(values).toEqual([5, 1, 4]);
  });

  it('is the mean of two, or the greater of them', () => {
    expect([median([4, 1, 2, 9]), upperMedian([4, 1, 2, 9])]).toEqual([3, 4]);
    expect([median([]), upperMedian([])]).toEqual([undefined, undefined]);
  });
});

it('a percentile is the value at its share of the way up, and leaves the values as they are', () => {
  const values = Float32Array.from([5, -1, 4, 30, 2]);
  expect([0, 0.5, 0.74, 0.75, 0.95, 1].map((share) => percentile(values, share))).toEqual([
    -1, 4, 4, 5, 5, 30,
  ]);
  expect([...values]).toEqual([5, -1, 4, 30, 2]);
  expect(percentile(new Float32Array(), 0.95)).toBe(Number.NEGATIVE_INFINITY);
});

it('counts in rising lists what a look at each value counts', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  fc.assert(
    fc.property(lists, fc.integer({ min: -1, max: 21 }), fc.nat(40), (list, value, most) => {
      const rising = Float64Array.from(list).sort();
      const count = Math.min(most, rising.length);
      const first = [...rising.subarray(0, count)];
      expect(countBelow(rising, value, count)).toBe(first.filter((one) => one < value).length);
      expect(countAtMost(rising, value, count)).toBe(first.filter((one) => one <= value).length);
      expect(countBelow(rising, value)).toBe([...rising].filter((one) => one < value).length);
      expect(countAtMost(rising, value)).toBe([...rising].filter((one) => one <= value).length);
    }),
  );
});

it('rounds to decimals, four where none are named', () => {
  expect([rounded(0.123456), rounded(-1.25, 1), rounded(12.3456, 2), rounded(7, 3)]).toEqual([
    0.1235, -1.3, 12.35, 7,
  ]);
  expect(rounded(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY);
});

it('mixes the bits of a number so that it can be found again, and as stored codes were mixed', () => {
  const inverse = 0x119de1f3;
  const unmixed = (mixed: number): number => {
    let value = Math.imul(mixed ^ (mixed >>> 16), inverse);
    value = Math.imul(value ^ (value >>> 16), inverse);
    return (value ^ (value >>> 16)) >>> 0;
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
      expect(unmixed(mixedBits(value))).toBe(value);
    }),
  );
  expect([0, 1, 2, 781_249, 2 ** 32 - 1].map(mixedBits)).toEqual([
    0, 824_515_495, 1_722_258_072, 2_686_277_298, 539_527_247,
  ]);
});
