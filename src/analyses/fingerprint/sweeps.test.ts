import { describe, expect, it } from 'vitest';
import { localCompute } from '../../../bench/fingerprint/local-compute.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { engineVersion, framesPerSecond, framesPerUnit } from './parameters.js';
import { packPeaks } from './peaks/peak-codec.js';
import type { IndexedSong, SearchableIndex } from './ports.js';
import { bandCount } from './sweep/level-contrast.js';
import { SketchCache } from './sweep/sketch-cache.js';
import { sweepsOf } from './sweeps.js';
import { peakListOf, type TestPeak } from './test-support/peak-list-of.js';

const random = seededRandom(11);
const seconds = 40;
const songUnits = (seconds * framesPerSecond) / framesPerUnit + 10;

/** 240 songs: more than are swept without their sketches. */
const songs = Array.from({ length: 240 }, (): TestPeak[] =>
  Array.from({ length: 25 * seconds }, () => ({
    time: random() * seconds * framesPerSecond,
    cents: 1000 + 3800 * random(),
  })),
);
const indexed = songs.map(
  (peaks, number): IndexedSong => ({
    musicId: `song${number}`,
    engine: engineVersion,
    title: '',
    artist: '',
    durationSeconds: seconds,
    startPosition: number * songUnits,
    lengthUnits: songUnits,
    peaks: packPeaks(peakListOf(peaks)),
  }),
);
const extent = { songs: songs.length, postings: 100_000 };
const index: SearchableIndex = {
  postings: async () => [],
  songsAt: async (_, positions) =>
    positions.map((position) => indexed[Math.floor(position / songUnits)] ?? null),
  starts: async (_, limit) => indexed.slice(0, limit).map(({ startPosition }) => startPosition),
  peaksOf: async (_, starts) =>
    new Map(starts.map((start) => [start, indexed[Math.floor(start / songUnits)]!.peaks])),
  extent: async () => extent,
};

/** Noise that rises by 9 dB at a song's peaks and falls in a second, as in a large room, from second 9 on, `scale` times as fast and `cents` higher. */
function levelsOf(song: readonly TestPeak[], scale = 1, higherCents = 0): Float32Array {
  const frames = 20 * framesPerSecond;
  const ringing = framesPerSecond;
  const levels = Float32Array.from({ length: frames * bandCount }, () => 3 * random() + 3 * random());
  for (const { time, cents } of song) {
    const first = Math.round((time - 9 * framesPerSecond) / scale);
    const band = Math.round((cents + higherCents) / 50);
    if (band < 0 || band >= bandCount) continue;
    for (let frame = Math.max(0, first); frame < Math.min(frames, first + ringing); frame++)
      levels[frame * bandCount + band]! += 3 * (1 - (frame - first) / ringing);
  }
  return levels;
}

describe('the sweeps of a catalogue of more than 200 songs', () => {
  const context = {
    compute: localCompute(async () => new Float32Array(0)),
    signal: new AbortController().signal,
  };
  const sweeps = () => sweepsOf({ index, accountId: 'a', extent, sketches: new SketchCache(2 ** 20) });

  it.each([
    [0.85, 1200 * Math.log2(0.85)],
    [1.22, 1200 * Math.log2(1.22)],
    [0.8, 0],
    [1.3, 0],
    [1, -420],
    [1, 650],
  ])(
    'name the place of a song that is played at %d of its tempo and %d cents higher in a room',
    async (scale, cents) => {
      const [, underChanges] = await sweeps();
      const [place] = await underChanges!(levelsOf(songs[171]!, scale, cents), context);
      const startFrames = (place!.start - indexed[171]!.startPosition) * framesPerUnit;
      expect(Math.abs(startFrames / framesPerSecond - 9)).toBeLessThan(0.25);
      expect(Math.abs(place!.scale / scale - 1)).toBeLessThan(0.006);
      expect(Math.abs(place!.sweptCents! - cents)).toBeLessThan(25);
    },
  );

  it('name the place of a song that is played as it is, and none of a song that is not registered', async () => {
    const [unchanged, underChanges] = await sweeps();
    const [place] = await unchanged!(levelsOf(songs[60]!), context);
    expect(place!.centre).toBeGreaterThan(indexed[60]!.startPosition);
    expect(place!.centre).toBeLessThan(indexed[61]!.startPosition);
    const other = levelsOf(
      songs[0]!.map(({ time, cents }) => ({ time, cents: 5800 - cents })),
      0.85,
    );
    expect(await underChanges!(other, context)).toEqual([]);
  });

  it('are none without a place for sketches', async () => {
    expect(await sweepsOf({ index, accountId: 'a', extent })).toEqual([]);
  });
});
