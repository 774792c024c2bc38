import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond, framesPerUnit } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import { searchScale } from './scale-search.js';
import { verify } from './verify.js';

const random = seededRandom(7);

function peaks(count: number, seconds: number): PeakList {
  const times = Float32Array.from({ length: count }, () => random() * seconds * framesPerSecond).sort();
  const cents = times.map(() => 200 + 5000 * random());
  return { count, times, cents, saliences: times.map(() => 5), levels: times.map(() => 1) };
}

/** The part of a song between two seconds, of which each `keptOf`th peak is left, played faster by `scale`. */
function played(
  song: PeakList,
  fromSeconds: number,
  toSeconds: number,
  scale: number,
  cents: number,
): PeakList {
  const [from, to] = [fromSeconds * framesPerSecond, toSeconds * framesPerSecond];
  const kept = [...song.times.keys()].filter(
    (i) => song.times[i]! >= from && song.times[i]! < to && i % 3 === 0,
  );
  const times = kept.map((i) => (song.times[i]! - from) / scale);
  const pitches = kept.map((i) => song.cents[i]! + cents);
  const other = peaks(kept.length, times.at(-1)! / framesPerSecond);
  const all = [
    ...times.map((time, i) => ({ time, pitch: pitches[i]! })),
    ...[...other.times].map((time, i) => ({ time, pitch: other.cents[i]! })),
  ].sort((a, b) => a.time - b.time);
  return {
    count: all.length,
    times: Float32Array.from(all, ({ time }) => time),
    cents: Float32Array.from(all, ({ pitch }) => pitch),
    saliences: new Float32Array(all.length).fill(5),
    levels: new Float32Array(all.length).fill(1),
  };
}

describe('a place that a few hits suggest at a wrong scale', () => {
  const song = peaks(1500, 60);
  const scale = 0.96;
  const speed = played(song, 20, 40, scale, 1200 * Math.log2(scale));
  const tempo = played(song, 20, 40, scale, 0);
  /** Right at the pivot, where the hits are, and 6 % off in scale. */
  const pivot = 4 * framesPerSecond;
  const wrong = scale + 0.06;
  const start = 20 * framesPerSecond + (scale - wrong) * pivot;
  const line = { start, scale: wrong, cents: 0 };

  it('is found by what lies within half a minute of the hits: a long query costs no more', () => {
    const long = peaks(9000, 360);
    const query = played(long, 20, 320, scale, 0);
    const middle = 150 * framesPerSecond;
    const place = { start: 20 * framesPerSecond + (scale - wrong) * middle, scale: wrong, cents: 0 };
    const found = searchScale(query, long, place, { pivot: middle, pitchFollows: 'nothing' });
    expect(found!.scale).toBeCloseTo(scale, 2);
    const inWindow = query.times.filter((time) => Math.abs(time - middle) < 30 * framesPerSecond).length;
    // Each pair is counted in its own cell and, less, in the two beside it.
    expect(found!.pairs).toBeLessThan(3.5 * inWindow);
  });

  it.each([
    ['speed', speed, 'speed'],
    ['tempo', tempo, 'nothing'],
  ] as const)('gets the scale of a changed %s', (_, query, pitchFollows) => {
    const found = searchScale(query, song, line, { pivot, pitchFollows });
    expect(found!.scale).toBeCloseTo(scale, 2);
    expect(Math.abs(found!.start + scale * pivot - (20 * framesPerSecond + scale * pivot))).toBeLessThan(4);
  });

  it('is verified at the right one, and is not where no change is assumed', () => {
    const hypothesis = { start: start / framesPerUnit, scale: wrong, pivot: pivot / framesPerUnit };
    const assumed = verify(speed, song, { ...hypothesis, pitchFollows: 'speed' });
    expect(assumed!.scale).toBeCloseTo(scale, 3);
    expect(assumed!.z).toBeGreaterThan(30);
    expect(verify(speed, song, hypothesis)?.z ?? 0).toBeLessThan(assumed!.z / 2);
  });

  it('is looked for from the query’s end where its hits are said to lie beyond it', () => {
    const end = speed.times.at(-1)!;
    const about = { start: 20 * framesPerSecond + (scale - wrong) * end, scale: wrong };
    const hypothesis = { ...about, start: about.start / framesPerUnit, pitchFollows: 'speed' } as const;
    const atEnd = verify(speed, song, { ...hypothesis, pivot: end / framesPerUnit });
    expect(atEnd!.scale).toBeCloseTo(scale, 3);
    expect(verify(speed, song, { ...hypothesis, pivot: (3 * end) / framesPerUnit })).toEqual(atEnd);
  });

  it('has no scale among peaks of another song', () => {
    const found = searchScale(speed, peaks(1500, 60), line, { pivot, pitchFollows: 'speed' });
    expect(found?.pairs ?? 0).toBeLessThan(40);
  });
});
