import { expect, it } from 'vitest';
import { countAtMost, countBelow, nextNotBelow, unionOfRising } from './rising.js';

it('the place of a value in a rising list is where going through it one by one leads', () => {
  const values = Uint32Array.of(2, 2, 3, 5, 8, 8, 8, 13, 21, 34, 55, 55);
  for (let value = 0; value <= 56; value++) {
    expect(countBelow(values, value)).toBe(values.filter((one) => one < value).length);
    expect(countAtMost(values, value)).toBe(values.filter((one) => one <= value).length);
    for (let from = 0; from <= values.length; from++) {
      let at = from;
      while (at < values.length && values[at]! < value) at++;
      expect(nextNotBelow(values, value, from)).toBe(at);
    }
  }
});

it.each([0, 1, 2, 3, 12])('the union of %i rising lists has each of their values once, rising', (count) => {
  const lists = Array.from({ length: count }, (_, list) =>
    Uint32Array.from({ length: 40 * (list % 3) }, (_, i) => Math.floor((i * (list + 2)) / 3)),
  );
  const all = new Set(lists.flatMap((list) => [...list]));
  expect([...unionOfRising(lists)]).toEqual([...all].sort((a, b) => a - b));
});
