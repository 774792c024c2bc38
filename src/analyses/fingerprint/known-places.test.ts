import { describe, expect, it } from 'vitest';
import { encodePage } from '../../domain/posting-block.js';
import { pinned } from '../../numbers/test-support/pinned.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { assumedChanges, pitchFollowsOf, redoChange, undoChange } from './look-up/changes.js';
import { findClusters } from './look-up/clusters.js';
import { collectHits } from './look-up/hits.js';
import { keptScale, vote } from './look-up/vote.js';
import { framesPerSecond } from './parameters.js';
import { packPeaks } from './peaks/peak-codec.js';
import { keepMostSalient, type PeakList } from './peaks/peak-list.js';
import type { EngineHits } from './ports.js';
import { sweep } from './sweep/sweep.js';
import { fitLine, fitStart } from './verification/line-fit.js';
import { measure } from './verification/measure.js';
import { NearPairs } from './verification/near-pairs.js';
import { atKeptSpeed, searchScale } from './verification/scale-search.js';
import { bestSpan } from './verification/spans.js';

type Peak = readonly [time: number, cents: number, salience: number];
function listOf(peaks: readonly Peak[]): PeakList {
  const inOrder = [...peaks].sort((a, b) => a[0] - b[0]);
  const [times, cents, saliences] = [0, 1, 2].map((at) => Float32Array.from(inOrder, (peak) => peak[at]!));
  return { count: inOrder.length, times: times!, cents: cents!, saliences: saliences!, levels: saliences! };
}
const randomPeaks = (seed: number, count: number, seconds: number): Peak[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => [
    random() * seconds * framesPerSecond,
    random() * 5500,
    8 * random(),
  ]);
};
const song = randomPeaks(1, 900, 40);
/** Half of the song's peaks from second 8 to 28, at another speed and a little off, under as many of noise. */
const played = (scale: number, cents: number, seed = 2): PeakList => {
  const random = seededRandom(seed);
  const [from, to] = [8 * framesPerSecond, 28 * framesPerSecond];
  const kept = song
    .filter(([time], at) => time >= from && time < to && at % 2 === 0)
    .map(
      ([time, pitch, salience]): Peak => [
        (time - from) / scale + 0.6 * (random() - 0.5),
        pitch + cents + 8 * (random() - 0.5),
        salience,
      ],
    );
  return listOf([...kept, ...randomPeaks(seed + 50, kept.length, 20 / scale)]);
};
/** Of 112 bands, frame after frame: raised for six frames at each peak. */
function levelsOf({ count, times, cents }: PeakList): Float32Array {
  const frames = Math.ceil(times[count - 1]!) + 1;
  const levels = new Float32Array(112 * frames);
  for (let i = 0; i < count; i++) {
    const frame = Math.round(times[i]!);
    const band = Math.round(cents[i]! / 50);
    for (let at = frame; at < Math.min(frames, frame + 6); at++) levels[112 * at + band]! += 4;
  }
  return levels;
}
const lineOf = (scale: number, cents: number) => ({ start: 8 * framesPerSecond, scale, cents });

describe('places of known peaks are found where they were, to five digits', () => {
  it('by what coincides: the evidence of an alignment', async () => {
    const noisy = played(1, 0);
    const text = pinned({
      same: measure(noisy, listOf(song), lineOf(1, 0)),
      faster: measure(played(1.04, 68), listOf(song), lineOf(1.04, 68)),
      halfFrameOff: measure(noisy, listOf(song), { ...lineOf(1, 0), start: 8 * framesPerSecond + 0.5 }),
      twelveCentsOff: measure(noisy, listOf(song), lineOf(1, 12)),
      early: measure(noisy, listOf(song), { ...lineOf(1, 0), start: 8 * framesPerSecond + 1.8 }),
      elsewhere: measure(noisy, listOf(song), { ...lineOf(1, 0), start: 40 }),
      sparse: measure(listOf(song.filter((_, at) => at % 10 === 0)), listOf(song), {
        start: 0,
        scale: 1,
        cents: 0,
      }),
      onlyHalfOfIt: measure(
        listOf([...song.filter(([time]) => time < 10 * framesPerSecond), ...randomPeaks(9, 300, 20)]),
        listOf(song),
        { start: 0, scale: 1, cents: 0 },
      ),
      onSemitones: measure(
        listOf(song.map(([time, cents, salience]) => [time, 100 * Math.round(cents / 100), salience])),
        listOf(song.map(([time, cents, salience]) => [time, 100 * Math.round(cents / 100) + 4, salience])),
        { start: 0, scale: 1, cents: -4 },
      ),
    });
    await expect(text).toMatchFileSnapshot('known-places/evidence.txt');
  });

  it('by lines through pairs of peaks', async () => {
    const query = played(1.03, 51);
    const about = { pivot: 10 * framesPerSecond, halfWidthFrames: 12, widest: 0.02, maxCents: 120 };
    const near = { start: 8 * framesPerSecond - 2, scale: 1.034, cents: 40 };
    const pairs = new NearPairs(query, listOf(song), near, about);
    const kept = new NearPairs(played(1, 0), listOf(song), lineOf(1, 0), { ...about, widest: 0 });
    const pivot = 10 * framesPerSecond;
    const wrong = { start: 8 * framesPerSecond - 0.04 * pivot, scale: 1.07, cents: 0 };
    const text = pinned({
      pairs: { count: pairs.count, delays: pairs.delays, cents: pairs.cents, fromPivot: pairs.fromPivot },
      line: fitLine(pairs, near),
      start: fitStart(kept, { ...lineOf(1, 0), start: 8 * framesPerSecond + 1 }, pivot),
      scale: searchScale(query, listOf(song), wrong, { pivot, pitchFollows: 'speed' }),
      tempo: searchScale(played(1.03, 0), listOf(song), wrong, { pivot, pitchFollows: 'nothing' }),
      keptSpeed: atKeptSpeed(played(1, 0), listOf(song), { ...lineOf(1, 0), start: 8 * framesPerSecond + 5 }),
    });
    await expect(text).toMatchFileSnapshot('known-places/lines.txt');
  });

  it('by a sweep of the songs', async () => {
    const songs = [3, 4, 1, 5].map((seed) => packPeaks(listOf(randomPeaks(seed, 900, 40))));
    const early = song.filter(([time]) => time < 600).map(([time, ...rest]): Peak => [time + 400, ...rest]);
    const text = pinned({
      all: sweep({ levels: levelsOf(played(1, 0)), songs, limit: 4 }),
      best: sweep({ levels: levelsOf(played(1, 0)), songs, limit: 1 }),
      before: sweep({ levels: levelsOf(listOf(early)), songs, limit: 2 }),
      few: sweep({ levels: levelsOf(listOf(randomPeaks(3, 40, 4))), songs, limit: 2 }),
    });
    await expect(text).toMatchFileSnapshot('known-places/sweep.txt');
  });

  it('by votes of hits on lines', async () => {
    const hitsOf = (seed: number, noise: number) => {
      const random = seededRandom(seed);
      const line = (count: number, start: number, scale: number, weight: number) =>
        Array.from({ length: count }, () => {
          const time = Math.floor(random() * 150);
          return [Math.floor(start + scale * time + 0.5 * random()), time, weight] as const;
        });
      const all = [
        ...line(40, 5000, 1, 1),
        ...line(35, 9000, 1.06, 0.8),
        ...line(12, 5008, 1, 1),
        ...line(9, 20_000, 0.93, 0.5),
        ...line(3, 30_000, 1.004, 1),
        ...Array.from(
          { length: noise },
          () => [Math.floor(random() * 40_000), Math.floor(random() * 150), 0.3] as const,
        ),
      ];
      return {
        count: all.length,
        positions: Float64Array.from(all, ([position]) => position),
        times: Float32Array.from(all, ([, time]) => time),
        weights: Float32Array.from(all, ([, , weight]) => weight),
      };
    };
    const hits = hitsOf(3, 400);
    const many = hitsOf(4, 3000);
    const text = pinned({
      any: vote(hits, 150, 6),
      first: vote(hits, 150, 1),
      kept: vote(hits, 150, 6, keptScale),
      long: vote(hits, 1500, 3),
      short: vote(hits, 12, 3),
      many: vote(many, 150, 4),
      clusters: findClusters(hits, 75, 12, 5).map((cluster) => cluster.toSorted()),
      clustersOfMany: findClusters(many, 75, 12, 5).map((cluster) => cluster.toSorted()),
    });
    await expect(text).toMatchFileSnapshot('known-places/votes.txt');
  });
});

describe('hits', () => {
  const queries = [
    { keys: Uint32Array.of(3, 5, 5, 9), times: Uint32Array.of(1, 2, 7, 4) },
    { keys: Uint32Array.of(5, 8), times: Uint32Array.of(6, 3) },
  ];
  const page = encodePage(
    { keys: Uint32Array.of(3, 3, 5, 7, 8), positions: Uint32Array.of(10, 20, 30, 40, 50) },
    1000,
  );
  const textOf = (engineHits?: EngineHits[]): string[][] =>
    collectHits(queries, [page, { ...page, base: 5000 }], engineHits).map(({ positions, times, weights }) =>
      [...positions.keys()]
        .map((hit) => `${positions[hit]} ${times[hit]} ${weights[hit]!.toFixed(4)}`)
        .sort(),
    );
  /** A key with n uses together: 1 / (1 + log2 n). */
  const weight = (uses: number): string => (1 / (1 + Math.log2(uses))).toFixed(4);

  it('join each time of a query with each position of its key, and weigh less where the key is common', () => {
    expect(textOf()).toEqual([
      [
        ...[1010, 1020].map((at) => `${at} 1 ${weight(4)}`),
        ...[2, 7].map((time) => `1030 ${time} ${weight(4)}`),
        ...[5010, 5020].map((at) => `${at} 1 ${weight(4)}`),
        ...[2, 7].map((time) => `5030 ${time} ${weight(4)}`),
      ],
      [`1030 6 ${weight(2)}`, `1050 3 ${weight(2)}`, `5030 6 ${weight(2)}`, `5050 3 ${weight(2)}`],
    ]);
  });

  it('of keys with one posting or with hundreds are each there once, in their order', () => {
    const counts = [1, 15, 16, 300];
    const keys = Uint32Array.from(counts.flatMap((count, key) => new Array<number>(count).fill(10 * key)));
    const positions = Uint32Array.from(
      counts.flatMap((count) => Array.from({ length: count }, (_, i) => 3 * i)),
    );
    const query = { keys: Uint32Array.of(0, 10, 20, 20, 30), times: Uint32Array.of(4, 3, 2, 1, 0) };
    const [hits] = collectHits([query], [encodePage({ keys, positions }, 0)]);
    const expected = [
      ...Array.from({ length: 1 }, (_, i) => [3 * i, 4]),
      ...Array.from({ length: 15 }, (_, i) => [3 * i, 3]),
      ...Array.from({ length: 16 }, (_, i) => [
        [3 * i, 2],
        [3 * i, 1],
      ]).flat(),
      ...Array.from({ length: 300 }, (_, i) => [3 * i, 0]),
    ];
    expect(Array.from(hits!.positions, (position, i) => [position, hits!.times[i]])).toEqual(expected);
    expect(hits!.weights[0]).toBe(1);
    expect(hits!.weights.at(-1)).toBeCloseTo(1 / (1 + Math.log2(300)), 6);
  });

  it('of a search engine count with those of the pages', () => {
    const none = { positions: new Float64Array(0), hashes: new Uint32Array(0), found: new Uint32Array(2) };
    const engine = {
      positions: Float64Array.of(7000, 7001),
      hashes: Uint32Array.of(2, 3),
      found: Uint32Array.of(0, 2, 2, 1),
    };
    const [first] = textOf([engine, none]);
    // Key 5: two positions of the pages and two of the engine, at two times.
    expect(first).toContain(`7000 7 ${weight(8)}`);
    expect(first).toContain(`1030 2 ${weight(8)}`);
    expect(first).toContain(`7001 4 ${weight(1)}`);
  });
});

describe('the stretch of a query that a match holds for', () => {
  const spanOf = (supported: string, few = ''): unknown => {
    const total = Int32Array.from(supported, (_, block) => (few[block] === 'f' ? 3 : 4));
    return bestSpan(total, Uint8Array.from(supported, Number));
  };

  it('goes on over a block without support where more follow, and not over two', () => {
    expect(spanOf('0110110')).toEqual({ first: 1, last: 5, coverage: 4 / 5, ofAll: 4 / 7 });
    expect(spanOf('0110011')).toEqual({ first: 1, last: 6, coverage: 4 / 6, ofAll: 4 / 7 });
    expect(spanOf('1001110')).toEqual({ first: 3, last: 5, coverage: 1, ofAll: 4 / 7 });
    expect(spanOf('110001')).toEqual({ first: 0, last: 1, coverage: 1, ofAll: 1 / 2 });
  });

  it('does not count blocks of fewer than four peaks, and is none without support', () => {
    expect(spanOf('10001', '.fff.')).toEqual({ first: 0, last: 4, coverage: 1, ofAll: 1 });
    expect(spanOf('000')).toBeNull();
    expect(spanOf('111', 'fff')).toBeNull();
  });
});

describe('assumed changes', () => {
  it('cover speeds × 0.63 to 1.58, tempos × 0.7 to 1.43 and seven semitones, in steps that the neighbouring cells bridge', () => {
    const rounded = assumedChanges.map(({ timeFactor, cents }) => [
      Number(Math.log2(timeFactor).toFixed(3)),
      Math.round(cents),
    ]);
    expect(rounded).toEqual([
      [-0.56, 672],
      [-0.39, 468],
      [-0.2, 240],
      [0.2, -240],
      [0.39, -468],
      [0.56, -672],
      [-0.41, 0],
      [-0.205, 0],
      [0.205, 0],
      [0.41, 0],
      [0, 500],
      [0, -500],
    ]);
  });

  it('are undone in the query and done again to what is found', () => {
    const change = { timeFactor: 1.25, cents: -300 };
    const list = listOf([[100, 1000, 5]]);
    expect(undoChange(list, change)).toMatchObject({
      times: Float32Array.of(125),
      cents: Float32Array.of(700),
    });
    const found = measure(played(1, 0), listOf(song), lineOf(1, 0))!;
    expect(redoChange({ ...found, fromSeconds: 5, toSeconds: 10 }, change)).toMatchObject({
      isChangeAssumed: true,
      scale: 1.25,
      pitchCents: 300,
      fromSeconds: 4,
      toSeconds: 8,
    });
    expect(redoChange(found, { timeFactor: 1, cents: 0 })).toBe(found);
    expect(pitchFollowsOf({ timeFactor: 1, cents: 500 })).toBeUndefined();
    expect(pitchFollowsOf({ timeFactor: 1.2, cents: 0 })).toBe('nothing');
    expect(pitchFollowsOf(change)).toBe('speed');
  });
});

describe('the most salient peaks', () => {
  it('are those that fewer others exceed within half a second than are wanted', () => {
    const peaks = listOf(randomPeaks(6, 200, 4));
    const kept = keepMostSalient(peaks, 10, framesPerSecond);
    const wanted = [...peaks.times].filter((time, at) => {
      const others = [...peaks.saliences].filter(
        (_, other) => Math.abs(peaks.times[other]! - time) <= framesPerSecond / 2,
      );
      return others.filter((salience) => salience > peaks.saliences[at]!).length < 10;
    });
    expect([...kept.times]).toEqual(wanted);
    expect(wanted.length).toBeLessThan(100);
  });
});
