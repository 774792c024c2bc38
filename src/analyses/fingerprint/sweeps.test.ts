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

/** Noise that rises by 9 dB at a song's peaks and falls in a second, as in a large room, played `speed` times as fast from second 9 on. */
function levelsOf(song: readonly TestPeak[], speed: number): Float32Array {
  const frames = 20 * framesPerSecond;
  const ringing = framesPerSecond;
  const levels = Float32Array.from({ length: frames * bandCount }, () => 3 * random() + 3 * random());
  for (const { time, cents } of song) {
    const first = Math.round((time - 9 * framesPerSecond) / speed);
    const band = Math.round((cents + 1200 * Math.log2(speed)) / 50);
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

  it.each([0.85, 1.22])(
    'name the place of a song that is played at %d of its speed in a room',
    async (speed) => {
      const [, atSpeeds] = await sweeps();
      const [place] = await atSpeeds!(levelsOf(songs[171]!, speed), context);
      const startFrames = (place!.start - indexed[171]!.startPosition) * framesPerUnit;
      expect(Math.abs(startFrames / framesPerSecond - 9)).toBeLessThan(0.25);
      expect(Math.abs(place!.scale / speed - 1)).toBeLessThan(0.006);
      expect(place!.sweptCents).toBeCloseTo(1200 * Math.log2(place!.scale), -1);
    },
  );

  it('name the place of a song that is played as it is, and none of a song that is not registered', async () => {
    const [unchanged, atSpeeds] = await sweeps();
    const [place] = await unchanged!(levelsOf(songs[60]!, 1), context);
    expect(place!.centre).toBeGreaterThan(indexed[60]!.startPosition);
    expect(place!.centre).toBeLessThan(indexed[61]!.startPosition);
    const other = levelsOf(
      songs[0]!.map(({ time, cents }) => ({ time, cents: 5800 - cents })),
      0.85,
    );
    expect(await atSpeeds!(other, context)).toEqual([]);
  });

  it('are none without a place for sketches', async () => {
    expect(await sweepsOf({ index, accountId: 'a', extent })).toEqual([]);
  });
});
