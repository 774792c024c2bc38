import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond } from '../parameters.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { peakListOf, type TestPeak } from '../test-support/peak-list-of.js';
import { bandCount } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import { type LikelySong, likeliestChanges } from './likeliest-changes.js';
import { likeliestSongs } from './likeliest-songs.js';
import { joinSketches } from './sketch-cache.js';
import { sketchOf } from './song-sketch.js';

const random = seededRandom(7);
const songs = Array.from({ length: 40 }, (_, song) =>
  Array.from(
    { length: 25 * (30 + song) },
    (): TestPeak => ({
      time: random() * (30 + song) * framesPerSecond,
      cents: 5500 * random(),
    }),
  ),
);

/** Levels of noise that rise at a song's peaks; frame 0 lies at `fromSeconds` of it. */
function levelsOf(
  song: readonly TestPeak[],
  fromSeconds: number,
  seconds: number,
  ringingFrames = 10,
): Float32Array {
  const frames = seconds * framesPerSecond;
  const levels = Float32Array.from({ length: frames * bandCount }, () => 3 * random() + 3 * random());
  for (const { time, cents } of song) {
    const frame = Math.round(time - fromSeconds * framesPerSecond);
    for (let at = Math.max(0, frame); at < Math.min(frames, frame + ringingFrames); at++)
      levels[at * bandCount + Math.round(cents / 50)]! += 2;
  }
  return levels;
}

const starts = [...songs.keys()];
const { sketches, ends } = joinSketches(
  starts,
  undefined,
  new Map(songs.map((song, i) => [i, sketchOf(packPeaks(peakListOf(song)))])),
);

it.each([
  [3, 20],
  [-6, 20],
  [15, 20],
  [2, 44],
])(
  'a song whose peaks are below the noise is the likeliest, from second %i on, %i s of it',
  (from, seconds) => {
    const levels = levelsOf(songs[17]!, from, seconds);
    expect(likeliestSongs({ levels, sketches, ends, limit: 5 })[0]).toBe(17);
    expect(likeliestSongs({ levels, sketches, ends, limit: 5 })).toHaveLength(5);
  },
);

/** A song whose time and pitch are changed. */
function changed(song: readonly TestPeak[], scale: number, by: number): TestPeak[] {
  return song
    .map(({ time, cents }) => ({ time: time / scale, cents: cents + by }))
    .filter(({ cents }) => cents > 0 && cents < 50 * (bandCount - 1));
}

const ofSpeed = (scale: number): [number, number] => [scale, 1200 * Math.log2(scale)];

it.each([
  ...[0.7, 0.87, 1.1, 1.21, 1.28, 1.35, 1.4].map(ofSpeed),
  ...[0.72, 0.86, 1.13, 1.39].map((scale): [number, number] => [scale, 0]),
  ...[-690, -350, 150, 440].map((cents): [number, number] => [1, cents]),
])(
  'a song at %d of its tempo and %d cents higher is the likeliest under assumed changes, and under one like it',
  (scale, cents) => {
    const levels = levelsOf(changed(songs[23]!, scale, cents), 8, 20, 40);
    const { songs: likely, typical } = likeliestChanges({ levels, sketches, ends, limit: 5 });
    expect(likely).toHaveLength(5);
    const [{ song, changes }, other] = likely as [LikelySong, LikelySong];
    expect(song).toBe(23);
    const isNear = (change: AssumedChange): boolean =>
      Math.abs(change.scale / scale - 1) < 0.05 && Math.abs(change.cents - cents) < 80;
    expect(changes.some(isNear)).toBe(true);
    expect(likely[0]!.score).toBeGreaterThan(other.score + 1);
    expect(typical).toBeGreaterThan(0);
  },
);

it('a pitch under which a song is likely brings the speed that changes the pitch as much', () => {
  const levels = levelsOf(changed(songs[23]!, 1, -300), 8, 20, 40);
  const [likely] = likeliestChanges({ levels, sketches, ends, limit: 1 }).songs;
  const pitch = likely!.changes.find(({ scale }) => scale === 1)!;
  expect(likely!.changes).toContainEqual(
    expect.objectContaining({ scale: 2 ** (pitch.cents / 1200), cents: pitch.cents }),
  );
});

it('songs without peaks are not likely, and no song is among no sketches', () => {
  const levels = levelsOf(songs[3]!, 0, 20);
  const none = { levels, sketches: new Uint8Array(0), limit: 5 };
  expect(likeliestSongs({ ...none, ends: Uint32Array.of(0, 0) })).toEqual([]);
  expect(likeliestSongs({ ...none, ends: new Uint32Array(0) })).toEqual([]);
  expect(likeliestChanges({ ...none, ends: Uint32Array.of(0, 0) }).songs).toEqual([]);
  expect(likeliestChanges({ ...none, ends: new Uint32Array(0) }).songs).toEqual([]);
  expect(sketchOf(new Uint8Array(0))).toHaveLength(0);
});

it("a sketch has of each 256 ms how many peaks lie in a telephone's band, and their bands from its lowest on", () => {
  const sketch = sketchOf(
    packPeaks(
      peakListOf([
        { time: 3, cents: 1000 },
        { time: 15, cents: 100 },
        { time: 40, cents: 2000 },
        { time: 41, cents: 700 },
      ]),
    ),
  );
  expect([...sketch]).toEqual([1, 6, 0, 2, 26, 0]);
});
