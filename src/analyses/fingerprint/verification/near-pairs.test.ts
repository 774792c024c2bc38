import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { PeakList } from '../peaks/peak-list.js';
import { commonest, densest, NearPairs } from './near-pairs.js';

const random = seededRandom(12);

function peaks(count: number, frames: number): PeakList {
  const times = Float32Array.from({ length: count }, () => frames * random()).sort();
  // Whole numbers among them: differences that are exactly the greatest one.
  const cents = times.map((_, i) => (i % 3 === 0 ? 10 * Math.round(50 * random()) : 500 * random()));
  return { count, times, cents, saliences: new Float32Array(count), levels: new Float32Array(count) };
}

const about = { pivot: 300, halfWidthFrames: 14, widest: 0.1, maxCents: 120 };

describe('pairs near a line', () => {
  it('are all pairs within the surroundings, in steps of pitch, each step in order of the query', () => {
    for (const [ofQuery, ofSong] of [
      [0, 50],
      [50, 0],
      [1, 1],
      [61, 203],
      [500, 900],
    ] as const) {
      const [query, song] = [peaks(ofQuery, 600), peaks(ofSong, 700)];
      const line = { start: 30.5, scale: 1.03, cents: 0 };
      const pairs = new NearPairs(query, song, line, about);
      const expected: { step: number; numbers: number[] }[] = [];
      for (let i = 0; i < ofQuery; i++) {
        const fromPivot = query.times[i]! - about.pivot;
        const at = line.start + line.scale * query.times[i]!;
        for (let j = 0; j < ofSong; j++) {
          const delay = song.times[j]! - at;
          const apart = query.cents[i]! - song.cents[j]!;
          if (Math.abs(apart) > about.maxCents) continue;
          const reach = about.halfWidthFrames + 1 + about.widest * Math.abs(fromPivot);
          if (song.times[j]! < at - reach || song.times[j]! >= at + reach) continue;
          expected.push({
            step: Math.floor((apart + about.maxCents) / 25),
            numbers: [delay, apart, fromPivot],
          });
        }
      }
      expected.sort((a, b) => a.step - b.step);
      expect(pairs.count).toBe(expected.length);
      const found = [...pairs.delays].map((delay, i) => [delay, pairs.cents[i]!, pairs.fromPivot[i]!]);
      expect(found).toEqual(expected.map(({ numbers }) => numbers));
      if (ofQuery === 500) expect(pairs.count).toBeGreaterThan(4096);
    }
  });

  it('hold, where the pitch follows the speed, every pair on a line of a speed and its pitch, and few others', () => {
    const [query, song] = [peaks(300, 1200), peaks(600, 1300)];
    const line = { start: 40, scale: 1.02, cents: 0 };
    const wide = { ...about, pivot: 700, maxCents: 215 };
    const all = new NearPairs(query, song, line, wide);
    const some = new NearPairs(query, song, line, { ...wide, speedSlack: 0.018 });
    const keyOf = (pairs: NearPairs, i: number): string => `${pairs.delays[i]} ${pairs.fromPivot[i]}`;
    const kept = new Set([...some.delays.keys()].map((i) => keyOf(some, i)));
    expect(some.count).toBeLessThan(all.count / 2);
    let onLines = 0;
    for (let i = 0; i < all.count; i++) {
      for (let scale = 0.9; scale <= 1.1; scale += 0.001) {
        const isOfPitch = Math.abs(all.cents[i]! - 1200 * Math.log2(scale)) <= 25;
        const late = all.delays[i]! - (scale - line.scale) * all.fromPivot[i]!;
        if (!isOfPitch || Math.abs(late) >= wide.halfWidthFrames + 0.5) continue;
        expect(kept.has(keyOf(all, i))).toBe(true);
        onLines++;
        break;
      }
    }
    expect(onLines).toBeGreaterThan(300);
  });

  it('of another list leave those of the first as they were, and a list of part of the peaks holds no others', () => {
    const [query, song] = [peaks(40, 600), peaks(90, 700)];
    const line = { start: 0, scale: 1, cents: 0 };
    const first = new NearPairs(query, song, line, about);
    const kept = first.delays.slice();
    const half = new NearPairs({ ...query, count: 20 }, { ...song, count: 45 }, line, about);
    expect(first.delays).toEqual(kept);
    expect(half.count).toBeGreaterThan(0);
    expect(Math.max(...half.fromPivot)).toBeLessThanOrEqual(query.times[19]! - about.pivot);
  });
});

/** The cell of most pairs by delay and pitch, with those about it, as a histogram in rows of cells counts them. */
function densestByHand(pairs: NearPairs, faster: number, middle: number, maxCents: number): number[] {
  const half = Math.ceil(maxCents / 20);
  const counts = Array.from({ length: 2 * half + 1 }, () => new Array<number>(29).fill(0));
  for (let pair = 0; pair < pairs.count; pair++) {
    const apart = pairs.cents[pair]!;
    const column = Math.round(pairs.delays[pair]! - faster * (pairs.fromPivot[pair]! - middle)) + 14;
    if (Math.abs(apart) <= maxCents && column >= 0 && column < 29)
      counts[Math.round(apart / 20) + half]![column]!++;
  }
  let best = [0, 0, 0];
  for (let row = 1; row < 2 * half; row++) {
    for (let column = 1; column < 28; column++) {
      let sum = counts[row]![column]! / 2;
      for (const near of [-1, 0, 1]) for (const by of [-1, 0, 1]) sum += counts[row + near]![column + by]!;
      if (sum > best[2]!) best = [column - 14, 20 * (row - half), sum];
    }
  }
  return best;
}

describe('the parallel of a line that most pairs lie on', () => {
  const line = { start: 30.5, scale: 1.03, cents: 0 };
  const reach = { pivot: 0, halfWidthFrames: 26, widest: 0, maxCents: 350 };
  const lists = [3, 40, 301].map(
    (count) => new NearPairs(peaks(count, 600), peaks(2 * count, 700), line, reach),
  );

  it('is that of a histogram, whichever list was made last', () => {
    for (const pairs of [...lists, ...lists].reverse()) {
      for (const faster of [0, 0.005, -0.01]) {
        const { frames, cents, pairs: most } = densest(pairs, faster, 300, 320);
        if (most > 0) expect([frames, cents, most]).toEqual(densestByHand(pairs, faster, 300, 320));
      }
    }
    expect(densest(lists[2]!, 0, 300, 320).pairs).toBeGreaterThan(5);
  });

  it('has the delay that is commonest among pairs of one pitch', () => {
    const pairs = lists[2]!;
    for (const [faster, pitch] of [
      [0, 0],
      [0.004, -130.5],
    ] as const) {
      const counts = new Array<number>(29).fill(0);
      for (let pair = 0; pair < pairs.count; pair++) {
        const column = Math.round(pairs.delays[pair]! - faster * pairs.fromPivot[pair]!) + 14;
        if (Math.abs(pairs.cents[pair]! - pitch) <= 25 && column >= 0 && column < 29) counts[column]!++;
      }
      const sums = counts
        .map((own, i) => (counts[i - 1] ?? 0) + 1.5 * own + (counts[i + 1] ?? 0))
        .slice(1, -1);
      const found = commonest(pairs, faster, pitch, 25);
      expect(found.pairs).toBe(Math.max(...sums));
      expect(found.frames).toBe(sums.indexOf(found.pairs) - 13);
    }
  });
});
