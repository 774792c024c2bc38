import { describe, expect, it } from 'vitest';
import { LogFrequencyMap } from '../../../signal/log-frequency.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond, framing } from '../parameters.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { peakListOf, type TestPeak } from '../test-support/peak-list-of.js';
import { sweep } from './sweep.js';

const { bandCount } = new LogFrequencyMap({ ...framing, fftSize: framing.windowSamples });
const centsPerBand = 1200 / framing.bandsPerOctave;

const random = seededRandom(11);
const randomPeaks = (seconds: number): TestPeak[] =>
  Array.from({ length: 25 * seconds }, () => ({
    time: random() * seconds * framesPerSecond,
    cents: 5500 * random(),
  }));

const songs = Array.from({ length: 5 }, () => randomPeaks(60));
const packed = songs.map((song) => packPeaks(peakListOf(song)));

/** Levels of noise that rise by `above` (3 dB each) at a song's peaks and fall in 0.3 s, as in a room; frame 0 lies at `fromSeconds` of it. */
function levelsOf(song: readonly TestPeak[], fromSeconds: number, above: number): Float32Array {
  const frames = 20 * framesPerSecond;
  const levels = Float32Array.from({ length: frames * bandCount }, () => 3 * random() + 3 * random());
  for (const { time, cents } of song) {
    const first = Math.round(time - fromSeconds * framesPerSecond);
    const band = Math.round(cents / centsPerBand);
    for (let frame = Math.max(0, first); frame < Math.min(frames, first + 20); frame++)
      levels[frame * bandCount + band]! += above * (1 - (frame - first) / 20);
  }
  return levels;
}

describe('a sweep over a catalogue that is not large', () => {
  it('finds a song whose peaks are below the noise, at its place to two frames, however long they ring', () => {
    const found = sweep({ levels: levelsOf(songs[3]!, 17, 1.5), songs: packed, limit: 5 });
    const [best] = found;
    expect(best!.song).toBe(3);
    expect(Math.abs(best!.startFrames - 17 * framesPerSecond)).toBeLessThanOrEqual(2);
    expect(best!.score).toBeGreaterThan(2 * found.find(({ song }) => song !== 3)!.score);
  });

  it('finds a query that begins before the song does, and one that ends after it', () => {
    for (const fromSeconds of [-8, 48]) {
      const [best] = sweep({ levels: levelsOf(songs[2]!, fromSeconds, 3), songs: packed, limit: 1 });
      expect(best!.song).toBe(2);
      expect(Math.abs(best!.startFrames - fromSeconds * framesPerSecond)).toBeLessThanOrEqual(2);
    }
  });

  it('gives no unrelated song a score near theirs', () => {
    const [unrelated] = sweep({ levels: levelsOf(randomPeaks(60), 17, 1.5), songs: packed, limit: 1 });
    expect(unrelated!.score).toBeLessThan(1.5);
  });

  it('gives the places of a song that repeats itself, best first, and of another song its best', () => {
    const part = songs[1]!.filter(({ time }) => time < 25 * framesPerSecond);
    const again = part.map(({ time, cents }) => ({ time: time + 30 * framesPerSecond, cents }));
    const repeating = packPeaks(peakListOf([...part, ...again]));
    const levels = levelsOf(part, 2, 3);
    const found = sweep({ levels, songs: [packed[4]!, repeating], limit: 2 });
    const starts = found.filter(({ song }) => song === 1).map((place) => place.startFrames / framesPerSecond);
    expect(starts.map((start) => Math.round(start)).sort((a, b) => a - b)).toEqual([2, 32]);
    expect(found.map(({ song }) => song).slice(0, 2)).toEqual([1, 1]);
  });

  it('finds nothing in silence, and in songs without peaks', () => {
    const silence = new Float32Array(20 * 63 * bandCount).fill(-40);
    expect(sweep({ levels: silence, songs: packed, limit: 3 })).toEqual([]);
    expect(
      sweep({ levels: levelsOf(songs[0]!, 0, 3), songs: [packPeaks(peakListOf([]))], limit: 3 }),
    ).toEqual([]);
  });
});
