import { expect, it } from 'vitest';
import { type CatalogueSketches, joinSketches, SketchCache } from './sketch-cache.js';

const catalogue = (bytes: number): CatalogueSketches => ({
  starts: [0],
  sketches: new Uint8Array(bytes),
  ends: Uint32Array.of(bytes),
});

it('holds no more than its limit, and nothing that is larger by itself', () => {
  const cache = new SketchCache(10_000);
  for (let account = 0; account < 50; account++) cache.set(`account${account}`, catalogue(900));
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  expect(cache.get('account49')).toBeDefined();
  cache.set('account49', catalogue(20_000));
  expect(cache.get('account49')).toBeUndefined();
});

it('lets a large catalogue go before many small ones, however often it comes anew', () => {
  const cache = new SketchCache(10_000);
  for (let account = 0; account < 4; account++) cache.set(`small${account}`, catalogue(500));
  cache.set('large', catalogue(7500));
  for (let turn = 0; turn < 20; turn++) {
    cache.set(`large${turn}`, catalogue(7500));
    for (let account = 0; account < 4; account++) expect(cache.get(`small${account}`)).toBeDefined();
  }
});

it('joins what is known with what is missing, in the order of the songs that are alive', () => {
  const known = joinSketches(
    [5, 20, 40],
    undefined,
    new Map([5, 20, 40].map((at) => [at, Uint8Array.of(at)])),
  );
  const { starts, sketches, ends } = joinSketches([5, 40, 60], known, new Map([[60, Uint8Array.of(60, 61)]]));
  expect(starts).toEqual([5, 40, 60]);
  expect([...sketches]).toEqual([5, 40, 60, 61]);
  expect([...ends]).toEqual([1, 2, 4]);
});
