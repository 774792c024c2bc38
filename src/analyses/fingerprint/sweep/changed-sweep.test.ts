import { describe, expect, it } from 'vitest';
import { LogFrequencyMap } from '../../../signal/log-frequency.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond, framing } from '../parameters.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { minChangedScore } from '../sound-places.js';
import { peakListOf, type TestPeak } from '../test-support/peak-list-of.js';
import { sweepChanged, sweepLikely } from './changed-sweep.js';

const { bandCount } = new LogFrequencyMap({ ...framing, fftSize: framing.windowSamples });
const centsPerBand = 1200 / framing.bandsPerOctave;

const packed = (peaks: readonly TestPeak[]): Uint8Array => packPeaks(peakListOf(peaks));

/** From which a place is compared among few songs. */
const least = minChangedScore(1);

const random = seededRandom(29);
const randomPeaks = (seconds: number): TestPeak[] =>
  Array.from({ length: 25 * seconds }, () => ({
    time: random() * seconds * framesPerSecond,
    cents: 1000 + 3800 * random(),
  }));
const songs = Array.from({ length: 12 }, () => randomPeaks(60));
const packedSongs = songs.map(packed);

interface Changed {
  readonly scale: number;
  readonly cents: number;
}

/** Noise that rises by 9 dB at a song's peaks and falls in a second, as in a large room, played `scale` times as fast and `cents` higher. */
function levelsOf(
  song: readonly TestPeak[],
  fromSeconds: number,
  { scale, cents }: Changed,
  seconds = 20,
): Float32Array {
  const frames = seconds * framesPerSecond;
  const ringing = framesPerSecond;
  const levels = Float32Array.from({ length: frames * bandCount }, () => 3 * random() + 3 * random());
  for (const peak of song) {
    const first = Math.round((peak.time - fromSeconds * framesPerSecond) / scale);
    const band = Math.round((peak.cents + cents) / centsPerBand);
    if (band >= bandCount) continue;
    for (let frame = Math.max(0, first); frame < Math.min(frames, first + ringing); frame++)
      levels[frame * bandCount + band]! += 3 * (1 - (frame - first) / ringing);
  }
  return levels;
}

const middleSeconds = 10;
const ofSpeed = (scale: number): Changed => ({ scale, cents: 1200 * Math.log2(scale) });

describe('a sweep under assumed changes', () => {
  it.each([
    ['a slower play', ofSpeed(0.85)],
    ['a faster play at the edge of what is tried', ofSpeed(1.5)],
    ['a slower tempo', { scale: 0.78, cents: 0 }],
    ['a faster tempo', { scale: 1.33, cents: 0 }],
    ['a higher pitch between two that are tried', { scale: 1, cents: 385 }],
    ['a lower pitch', { scale: 1, cents: -700 }],
  ])(
    'finds %s that rings in a room, its place to 0.1 s and its change to 0.6 % and 20 cents',
    (_, change) => {
      const levels = levelsOf(songs[7]!, 17, change);
      const [best, other] = sweepChanged({ levels, songs: packedSongs, limit: 2, minScore: 0 });
      expect(best!.song).toBe(7);
      const middle = best!.startFrames / framesPerSecond + best!.scale * middleSeconds;
      expect(Math.abs(middle - 17 - change.scale * middleSeconds)).toBeLessThan(0.1);
      expect(Math.abs(best!.scale / change.scale - 1)).toBeLessThan(0.006);
      expect(Math.abs(best!.cents - change.cents)).toBeLessThan(20);
      expect(best!.score).toBeGreaterThan(least);
      expect(other!.score).toBeLessThan(least);
    },
  );

  it.each([ofSpeed(0.85), { scale: 1.24, cents: 0 }, { scale: 1, cents: 330 }])(
    'finds a change that is known coarsely as one of all, among the songs that are likely',
    (change) => {
      const levels = levelsOf(songs[7]!, 17, change);
      const [found] = sweepChanged({ levels, songs: packedSongs, limit: 1, minScore: 0 });
      const about = {
        scale: change.scale === 1 ? 1 : 1.02 * change.scale,
        cents: change.cents && change.cents + 35,
      };
      const pair = [packedSongs[3]!, packedSongs[7]!];
      const likely = { levels, songs: pair, changes: [[about], [about]], limit: 1, minScore: 0 };
      const [again] = sweepLikely({ ...likely, typical: 3.4 });
      expect(again).toEqual({ ...found!, song: 1, score: expect.closeTo(again!.score) });
      const [twice] = sweepLikely({ ...likely, typical: 6.8 });
      expect(twice!.score).toBeCloseTo(again!.score / 2, 6);
    },
  );

  it('finds a slower play of which only its pitch is known coarsely, beside a pitch that is changed alone', () => {
    const { scale, cents } = ofSpeed(0.85);
    const levels = levelsOf(songs[7]!, 17, { scale, cents });
    const about = [
      { scale: 1, cents: cents + 20 },
      { scale: 0.86, cents: cents + 20 },
    ];
    const swept = { levels, songs: [packedSongs[7]!], changes: [about], typical: 3.4, limit: 1, minScore: 0 };
    const [found] = sweepLikely(swept);
    expect(Math.abs(found!.scale / scale - 1)).toBeLessThan(0.006);
  });

  it('gives only places that reach the score that is asked for', () => {
    const swept = { levels: levelsOf(songs[7]!, 17, ofSpeed(0.85)), songs: packedSongs, limit: 2 };
    const all = sweepChanged({ ...swept, minScore: 0 });
    const { score } = all[0]!;
    expect(sweepChanged({ ...swept, minScore: score })).toEqual(all.filter((place) => place.score >= score));
    expect(sweepChanged({ ...swept, minScore: score + 1e-6 })).toEqual([]);
  });

  it('finds a query of 55 s by its middle, and reports where it begins', () => {
    const levels = levelsOf(songs[7]!, 5, ofSpeed(0.9), 55);
    const [best] = sweepChanged({ levels, songs: packedSongs, limit: 1, minScore: 0 });
    expect(best!.song).toBe(7);
    const middle = best!.startFrames / framesPerSecond + best!.scale * 27.5;
    expect(Math.abs(middle - 5 - 0.9 * 27.5)).toBeLessThan(0.1);
  });

  it('gives the other places of a song that repeats itself, of which one alone has the sound', () => {
    const round = randomPeaks(20);
    const periodFrames = 20 * framesPerSecond;
    const repeating = [0, 1, 2].flatMap((i) =>
      round.map(({ time, cents }) => ({ time: time + i * periodFrames, cents })),
    );
    const levels = levelsOf(repeating, 20, ofSpeed(0.85));
    const places = sweepChanged({
      levels,
      songs: [...packedSongs, packed(repeating)],
      limit: 1,
      minScore: 0,
    });
    const starts = places.map(({ startFrames }) => startFrames).sort((a, b) => a - b);
    expect(places.map(({ song }) => song)).toEqual([12, 12, 12]);
    for (const [i, start] of starts.entries())
      expect(Math.abs(start - i * periodFrames) / framesPerSecond).toBeLessThan(0.2);
  });

  it('gives no unrelated song a score from which its sound is compared', () => {
    const levels = levelsOf(randomPeaks(60), 17, ofSpeed(0.85));
    const [unrelated] = sweepChanged({ levels, songs: packedSongs, limit: 1, minScore: 0 });
    expect(unrelated!.score).toBeLessThan(least);
  });

  it('finds nothing in silence, and in songs without peaks', () => {
    const silence = new Float32Array(20 * 63 * bandCount).fill(-40);
    expect(sweepChanged({ levels: silence, songs: packedSongs, limit: 3, minScore: 0 })).toEqual([]);
    const levels = levelsOf(songs[0]!, 0, ofSpeed(0.85));
    expect(sweepChanged({ levels, songs: [packed([])], limit: 3, minScore: 0 })).toEqual([]);
  });
});
