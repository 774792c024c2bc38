import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { HitList } from './hits.js';
import { keptScale, vote } from './vote.js';

const span = 400;

function hitsOf(pairs: readonly (readonly [time: number, position: number])[]): HitList {
  const sorted = [...pairs].sort((a, b) => a[1] - b[1]);
  return {
    count: sorted.length,
    positions: Float64Array.from(sorted, ([, position]) => position),
    times: Float32Array.from(sorted, ([time]) => time),
    weights: new Float32Array(sorted.length).fill(1),
  };
}

/** One hit every ten units of the query, on the line from `start` on. */
const line = (start: number, scale: number): [number, number][] =>
  Array.from({ length: span / 10 }, (_, i) => [10 * i, Math.round(start + scale * 10 * i)]);

describe('votes for places of the catalogue', () => {
  it.each([
    [1_000, 1],
    [1_000, 0.95],
    [300_000_000, 1.08],
  ])('find the line that hits lie on: from %d on, at a scale of %d', (start, scale) => {
    const [place] = vote(hitsOf(line(start, scale)), span, 4);
    expect(place!.scale).toBeCloseTo(scale, 2);
    expect(Math.abs(place!.start - start)).toBeLessThan(2);
    expect(place!.votes).toBeCloseTo(span / 10, 0);
    expect(Math.abs(place!.centre - (start + scale * (span / 2 - 5)))).toBeLessThan(2);
  });

  it('put the place with most hits first, and no place twice', () => {
    const places = vote(hitsOf([...line(50_000, 1).slice(0, 15), ...line(90_000, 1)]), span, 4);
    expect(places.map(({ start }) => Math.round(start / 1000))).toEqual([90, 50]);
  });

  it.each([200, 255, 256, 1000])('find a place that has %d times the hits of any other', (copies) => {
    const random = seededRandom(9);
    const scattered = Array.from({ length: 2500 }, (): [number, number] => [
      Math.floor(random() * span),
      Math.floor(random() * 1e8),
    ]);
    const here = Array.from({ length: copies }, (): [number, number] => [200, 50_000_200]);
    const [place] = vote(hitsOf([...scattered, ...here]), span, 4);
    expect(place!.votes).toBeGreaterThanOrEqual(copies);
    expect(place!.centre).toBeCloseTo(50_000_200, -1);
  });

  it('take the speed to be unchanged where that is assumed', () => {
    const [place] = vote(hitsOf(line(1_000, 1.06)), span, 4, keptScale);
    expect(Math.abs(place!.scale - 1)).toBeLessThan(0.02);
  });

  it('have their centre among the hits, however few and scattered these are', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 300; round++) {
      const at = 300_000_000 + Math.floor(random() * 1_000_000);
      const pairs = Array.from({ length: 2 + Math.floor(8 * random()) }, (): [number, number] => {
        const time = Math.floor(random() * span);
        return [time, at + time + Math.floor(40 * (random() - 0.5))];
      });
      for (const { centre, start, scale } of vote(hitsOf(pairs), span, 8)) {
        expect(centre).toBeGreaterThan(at - 30);
        expect(centre).toBeLessThan(at + span + 30);
        // The time of the query that lies there is one of the query.
        expect((centre - start) / scale).toBeGreaterThan(-1);
        expect((centre - start) / scale).toBeLessThan(span + 1);
      }
    }
  });
});
