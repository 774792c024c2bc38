import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { framesPerSecond } from './parameters.js';
import { packPeaks } from './peak-codec.js';
import type { PeakList } from './peak-list.js';
import { sweep } from './sweep.js';

const random = seededRandom(11);

function listOf(peaks: readonly { time: number; cents: number }[]): PeakList {
  const sorted = [...peaks].sort((a, b) => a.time - b.time);
  return {
    count: sorted.length,
    times: Float32Array.from(sorted, ({ time }) => time),
    cents: Float32Array.from(sorted, ({ cents }) => cents),
    saliences: new Float32Array(sorted.length),
    levels: new Float32Array(sorted.length),
  };
}

const noise = (count: number, seconds: number): { time: number; cents: number }[] =>
  Array.from({ length: count }, () => ({
    time: random() * seconds * framesPerSecond,
    cents: 5500 * random(),
  }));

const songs = Array.from({ length: 5 }, () => noise(60 * 25, 60));
const packed = songs.map((song) => packPeaks(listOf(song)));

/** 20 s of a song of which one peak in `keptOf` is left, under as many peaks as a recording has. */
function damaged(song: number, fromSeconds: number, keptOf: number): PeakList {
  const from = fromSeconds * framesPerSecond;
  const kept = songs[song]!.filter(
    ({ time }, i) => time >= from && time < from + 20 * framesPerSecond && i % keptOf === 0,
  ).map(({ time, cents }) => ({ time: time - from, cents: cents + 8 * random() - 4 }));
  return listOf([...kept, ...noise(500 - kept.length, 20)]);
}

describe('a sweep over a small catalogue', () => {
  it('finds a song of which one peak in ten is left, at its place', () => {
    const [best, second] = sweep({ query: damaged(3, 17, 10), songs: packed, limit: 5 });
    expect(best!.song).toBe(3);
    expect(Math.abs(best!.startFrames - 17 * framesPerSecond)).toBeLessThan(2);
    expect(best!.score).toBeGreaterThan(1.5 * second!.score);
  });

  it('finds a query that begins before the song does', () => {
    const before = songs[2]!
      .filter(({ time }, i) => time < 15 * framesPerSecond && i % 5 === 0)
      .map(({ time, cents }) => ({ time: time + 5 * framesPerSecond, cents }));
    const [best] = sweep({ query: listOf([...before, ...noise(400, 20)]), songs: packed, limit: 1 });
    expect(best!.song).toBe(2);
    expect(Math.abs(best!.startFrames + 5 * framesPerSecond)).toBeLessThan(2);
  });

  it('gives no unrelated song a score near theirs', () => {
    const [related] = sweep({ query: damaged(1, 30, 10), songs: packed, limit: 1 });
    const [unrelated] = sweep({ query: listOf(noise(500, 20)), songs: packed, limit: 1 });
    expect(unrelated!.score).toBeLessThan(related!.score / 1.5);
  });
});
