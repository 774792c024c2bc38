import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import { fitLine, fitStart } from './line-fit.js';
import { NearPairs } from './near-pairs.js';

const seconds = 20;
const scale = 1.04;

/** Peaks of one octave of semitones: many coincide by chance. */
function peaks(count: number, random: () => number): PeakList {
  const times = Float32Array.from({ length: count }, () => random() * seconds * framesPerSecond).sort();
  const cents = times.map(() => 100 * Math.floor(12 * random()));
  return { count, times, cents, saliences: times.map(() => 5), levels: times.map(() => 1) };
}

/** A song, and a query 4 % faster and 68 cents higher that has a quarter of its peaks, moved a little, among others. */
function place(seed: number): { song: PeakList; query: PeakList } {
  const random = seededRandom(seed);
  const song = peaks(600, random);
  const other = peaks(600, random);
  const all = Array.from(song.times, (time, i) =>
    i % 4 === 0
      ? { time: time / scale + 0.6 * (random() - 0.5), cents: song.cents[i]! + 68 + 8 * (random() - 0.5) }
      : { time: other.times[i]!, cents: other.cents[i]! + 68 },
  ).sort((a, b) => a.time - b.time);
  const query = {
    ...song,
    times: Float32Array.from(all, ({ time }) => time),
    cents: Float32Array.from(all, ({ cents }) => cents),
  };
  return { song, query };
}

/** All pairs about a line that is right in the middle and wrong in its scale. */
function pairsAbout({ song, query }: ReturnType<typeof place>, wrongBy: number): NearPairs {
  const line = {
    start: (-wrongBy * seconds * framesPerSecond) / 2 / scale,
    scale: scale + wrongBy,
    cents: 60,
  };
  return new NearPairs(query, song, line, { pivot: 0, halfWidthFrames: 20, widest: 0, maxCents: 200 });
}

const seeds = [1, 2, 3, 4, 5, 6];

describe('a line fitted to peaks of which many coincide by chance', () => {
  it('has the speed to 0.02 % wherever it began, so that both ends lie within a seventh of a frame', () => {
    for (const seed of seeds)
      for (const wrongBy of [-0.005, -0.002, 0.002, 0.005]) {
        const pairs = pairsAbout(place(seed), wrongBy);
        const line = fitLine(pairs, pairs.line);
        expect(Math.abs(line.scale / scale - 1)).toBeLessThan(2e-4);
        expect(Math.abs(line.start)).toBeLessThan(0.15);
        expect(Math.abs(line.cents - 68)).toBeLessThan(2);
      }
  });

  it('stays where it is without pairs, and keeps speed and pitch where these are taken to be unchanged', () => {
    const empty = { ...peaks(0, seededRandom(1)) };
    const line = { start: 3, scale: 1, cents: 0 };
    const none = new NearPairs(empty, empty, line, {
      pivot: 0,
      halfWidthFrames: 20,
      widest: 0,
      maxCents: 50,
    });
    expect(fitLine(none, line)).toEqual(line);
    const { song } = place(1);
    const late = { ...song, times: song.times.map((time) => time - 2) };
    const pairs = new NearPairs(late, song, line, { pivot: 0, halfWidthFrames: 20, widest: 0, maxCents: 50 });
    const found = fitStart(pairs, { ...line, start: 4 }, (seconds * framesPerSecond) / 2);
    expect(found).toMatchObject({ scale: 1, cents: 0 });
    expect(found.start).toBeCloseTo(2, 0);
  });
});
