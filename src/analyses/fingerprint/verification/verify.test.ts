import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond, framesPerUnit } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import { verify } from './verify.js';

const random = seededRandom(5);

function randomPeaks(seconds: number): PeakList {
  const count = 25 * seconds;
  const numbers = (scale: number): Float32Array =>
    Float32Array.from({ length: count }, () => scale * random());
  return {
    count,
    times: numbers(seconds * framesPerSecond).sort(),
    cents: numbers(5500),
    saliences: numbers(8),
    levels: numbers(8),
  };
}

const song = randomPeaks(60);
const start = (frames: number): number => frames / framesPerUnit;

it('a place that a sweep found stands where no more peaks coincide than by chance, without any evidence of theirs', () => {
  const query = randomPeaks(20);
  expect(verify(query, song, { start: start(1000), scale: 1, keepsSpeed: true })).toBeNull();
  expect(verify(query, song, { start: start(1000), scale: 1, sweptScore: 7 })).toMatchObject({
    startFrames: 1000,
    scale: 1,
    pitchCents: 0,
    sweptScore: 7,
    z: 0,
    coverage: 0,
    queryCoverage: 0,
  });
});

it('where peaks coincide nearby, their evidence is that of a swept place, which stays where it is', () => {
  const from = song.times.findIndex((time) => time >= 1000);
  const query = {
    count: 500,
    times: song.times.slice(from, from + 500).map((time) => time - 1000),
    cents: song.cents.slice(from, from + 500),
    saliences: song.saliences.slice(from, from + 500),
    levels: song.levels.slice(from, from + 500),
  };
  const found = verify(query, song, { start: start(995), scale: 1, sweptScore: 7 })!;
  expect(found.startFrames).toBe(995);
  expect(found.z).toBeGreaterThan(50);
  expect(found.coverage).toBe(1);
});

it('a place that a sweep found under an assumed change is fitted to the peaks nearby, and stands without them', () => {
  const from = song.times.findIndex((time) => time >= 1000);
  const scale = 0.85;
  const cents = 1200 * Math.log2(scale);
  const query = {
    count: 400,
    times: song.times.slice(from, from + 400).map((time) => (time - 1000) / scale),
    cents: song.cents.slice(from, from + 400).map((pitch) => pitch + cents),
    saliences: song.saliences.slice(from, from + 400),
    levels: song.levels.slice(from, from + 400),
  };
  const about = { start: start(1001) - 0.5 + scale / 2, scale: 0.852, sweptScore: 4, sweptCents: cents + 4 };
  const found = verify(query, song, about)!;
  expect(found.startFrames).toBeCloseTo(1000, 0);
  expect(found.scale).toBeCloseTo(scale, 4);
  expect(found.pitchCents).toBeCloseTo(cents, 0);
  expect(found).toMatchObject({ isChangeAssumed: true, sweptScore: 4, coverage: 1 });
  const other = verify(randomPeaks(20), song, about)!;
  expect(other).toMatchObject({ z: 0, isChangeAssumed: true, sweptScore: 4, scale: 0.852 });
});
