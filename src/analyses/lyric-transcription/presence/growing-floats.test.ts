import { expect, it } from 'vitest';
import { GrowingFloats } from './growing-floats.js';

it('holds what was pushed, in order, however often it had to grow', () => {
  const list = new GrowingFloats();
  const expected = Array.from({ length: 5_000 }, (_, at) => at);
  for (const value of expected.slice(0, 1_500)) list.push(value);
  list.pushAll(Float32Array.from(expected.slice(1_500, 4_999)));
  list.push(4_999);
  expect([...list.values()]).toEqual(expected);
});

it('gives a copy: what is pushed afterwards is not in it', () => {
  const list = new GrowingFloats();
  list.push(1);
  const before = list.values();
  list.push(2);
  expect([...before]).toEqual([1]);
  expect([...list.values()]).toEqual([1, 2]);
});
