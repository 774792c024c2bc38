import { expect, it } from 'vitest';
import { localCompute } from '../../../../bench/fingerprint/local-compute.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { queryWindow } from '../extract.js';
import { framesPerSecond } from '../parameters.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { type PeakList, peaksBetween } from '../peaks/peak-list.js';
import type { IndexedSong } from '../ports.js';
import { measure } from '../verification/measure.js';
import { extendSegments } from './extend-segments.js';
import { SegmentCollector } from './segments.js';

const context = {
  compute: localCompute(() => Promise.reject(new Error('No file'))),
  signal: new AbortController().signal,
};

function randomPeaks(seed: number, seconds: number): PeakList {
  const random = seededRandom(seed);
  const count = 25 * seconds;
  const values = (most: number): Float32Array => Float32Array.from({ length: count }, () => most * random());
  const saliences = values(8);
  return {
    count,
    times: values(seconds * framesPerSecond).sort(),
    cents: values(5500),
    saliences,
    levels: saliences,
  };
}

/** Parts of songs one after the other, each [song, from, to] in seconds. */
function played(...parts: readonly (readonly [PeakList, number, number])[]): PeakList {
  const lists: PeakList[] = [];
  let at = 0;
  for (const [song, from, to] of parts) {
    const part = peaksBetween(song, from * framesPerSecond, to * framesPerSecond);
    lists.push({ ...part, times: part.times.map((time) => time + at * framesPerSecond) });
    at += to - from;
  }
  const joined = (name: 'times' | 'cents' | 'saliences' | 'levels'): Float32Array =>
    Float32Array.from(lists.flatMap((list) => [...list[name]]));
  const times = joined('times');
  const [cents, saliences, levels] = [joined('cents'), joined('saliences'), joined('levels')];
  return { count: times.length, times, cents, saliences, levels };
}

const song = randomPeaks(1, 100);
const indexed: IndexedSong = {
  musicId: 'song',
  engine: 1,
  title: 'Song',
  artist: '',
  durationSeconds: 100,
  startPosition: 0,
  lengthUnits: 800,
  peaks: packPeaks(song),
};
/** Other music for 20 s, the song from second 30 to 80, other music. */
const recording = played([randomPeaks(2, 20), 0, 20], [song, 30, 80], [randomPeaks(3, 20), 0, 20]);

/** A collector that one window showed the song at a place. */
function shown(startSeconds: number, songSeconds: number): SegmentCollector {
  const collector = new SegmentCollector(1, 'normal');
  const ends = [startSeconds * framesPerSecond, (startSeconds + 20) * framesPerSecond] as const;
  const window = queryWindow(peaksBetween(recording, ...ends), startSeconds, startSeconds + 20);
  const alignment = measure(window.peaks, song, { start: songSeconds * framesPerSecond, scale: 1, cents: 0 });
  collector.add(window, [{ song: indexed, alignment: alignment!, sections: [] }]);
  return collector;
}

it('a stretch that one window shows goes on where its line goes on, and ends where that ends', async () => {
  const collector = shown(40, 50);
  expect(collector.segments()).toMatchObject([{ fromSeconds: 40, toSeconds: expect.closeTo(60, 0) }]);
  await extendSegments(collector, recording, 90, context);
  const [segment, ...others] = collector.segments();
  expect(others).toEqual([]);
  expect(segment!.fromSeconds).toBeCloseTo(20, 0);
  expect(Math.abs(segment!.toSeconds - 70)).toBeLessThan(2.1);
  expect(segment!.songOffsetSeconds).toBeCloseTo(10, 1);
});

it('a stretch that stands alone stays as it is', async () => {
  const alone = played([randomPeaks(2, 20), 0, 20], [song, 30, 50], [randomPeaks(3, 50), 0, 50]);
  const collector = shown(20, 30);
  const before = collector.segments();
  await extendSegments(collector, alone, 90, context);
  const [segment] = collector.segments();
  expect(segment!.fromSeconds).toBe(before[0]!.fromSeconds);
  expect(segment!.toSeconds).toBeCloseTo(before[0]!.toSeconds, 1);
});

it('of two stretches of one song at the same time the one with more evidence is reported', () => {
  const collector = shown(40, 50);
  const window = queryWindow(peaksBetween(recording, 40 * framesPerSecond, 60 * framesPerSecond), 40, 60);
  const lesser = { ...collector.at(0).alignment, startFrames: 0, z: collector.at(0).alignment.z / 2 };
  collector.add(window, [{ song: indexed, alignment: lesser, sections: [] }]);
  expect(collector.count).toBe(2);
  expect(collector.segments()).toMatchObject([{ songOffsetSeconds: expect.closeTo(10, 1) }]);
});
