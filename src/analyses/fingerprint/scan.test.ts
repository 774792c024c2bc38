import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCompute } from '../../../bench/fingerprint/local-compute.js';
import { synthesiseSong } from '../../../bench/fingerprint/synthetic.js';
import { resample } from '../../signal/resample.js';
import type { OpenDatabase } from '../../storage/database.js';
import { createFingerprintStore } from '../../storage/fingerprint/store.js';
import { openTestDatabase } from '../../storage/test-support/database.js';
import { opaque } from '../../storage/transaction.js';
import type { Analysis } from '../analysis.js';
import { createFingerprintAdd } from './add.js';
import { createFingerprintScan } from './scan.js';
import type { describeSegment } from './scanning/segments.js';

const rate = 16_000;
const files = new Map<string, Float32Array>();
for (let seed = 21; seed <= 24; seed++) files.set(`song${seed}`, synthesiseSong(seed, 60));
const compute = localCompute(async (path) => files.get(path)!);
const context = { compute, signal: new AbortController().signal, progress() {} };

let opened: OpenDatabase;
let scan: Analysis;

function request(path: string, accountId = 'acct_1'): Parameters<Analysis['run']>[0] {
  return {
    accountId,
    taskId: 'task_1',
    model: '',
    variant: 'music',
    music: {
      musicId: path,
      title: `Title of ${path}`,
      artist: '',
      filename: path,
      path,
      sha256: '',
      durationSeconds: files.get(path)!.length / rate,
    },
    parameters: {},
  };
}

beforeAll(async () => {
  opened = await openTestDatabase();
  const index = createFingerprintStore(opened.db);
  const addition = createFingerprintAdd(index);
  scan = createFingerprintScan(index);
  for (const path of ['song21', 'song22', 'song23']) {
    const { commit } = await addition.run(request(path), context);
    await opened.db.transaction().execute((transaction) => commit!(opaque(transaction)));
  }
});
afterAll(() => opened.close());

function mixIn(mix: Float32Array, part: Float32Array, atSeconds: number): void {
  part.forEach((sample, n) => {
    mix[Math.round(atSeconds * rate) + n]! += sample;
  });
}

const part = (name: string, from: number, to: number): Float32Array =>
  files.get(name)!.slice(from * rate, to * rate);

type Segment = Record<keyof ReturnType<typeof describeSegment> & string, number | string>;

async function scanned(samples: Float32Array): Promise<{ segments: Segment[]; songs_found: number }> {
  files.set('mix', samples);
  const { result } = await scan.run(request('mix'), context);
  return result as unknown as { segments: Segment[]; songs_found: number };
}

/**
 * Ends are exact to two seconds. Where two songs overlap, by six seconds here, the overlap may be given to one of them: which
 * of them has more peaks there is the music's, and both are right.
 */
const near = (value: unknown, expected: number, overlaps = false): void =>
  expect(Math.abs(Number(value) - expected)).toBeLessThan(2.1 + (overlaps ? 6 : 0));

describe('a scan of a long recording', () => {
  it('finds every song with its place in both, faster, overlapping, and twice', async () => {
    const mix = new Float32Array(210 * rate);
    mixIn(mix, part('song21', 10, 50), 0);
    // Overlaps the song before for six seconds.
    mixIn(mix, resample(part('song22', 0, 53), 1 / 1.06), 34);
    mixIn(mix, part('song24', 0, 40), 86);
    mixIn(mix, part('song23', 20, 55), 128);
    mixIn(mix, part('song21', 10, 50), 168);
    const { segments, songs_found: songs } = await scanned(mix);
    expect(segments.map(({ music_id: id }) => id)).toEqual(['song21', 'song22', 'song23', 'song21']);
    expect(songs).toBe(3);
    const places = [
      [0, 40, 10, 50],
      [34, 84, 0, 53],
      [128, 163, 20, 55],
      [168, 208, 10, 50],
    ];
    segments.forEach((segment, i) => {
      const [begins, ends] = [i === 1, i === 0];
      near(segment.from_seconds, places[i]![0]!, begins);
      near(segment.to_seconds, places[i]![1]!, ends);
      near(segment.song_from_seconds, places[i]![2]!, begins);
      near(segment.song_to_seconds, places[i]![3]!, ends);
    });
    expect(Number(segments[1]!.speed_factor)).toBeCloseTo(1.06, 2);
    expect(Number(segments[0]!.to_seconds)).toBeGreaterThanOrEqual(Number(segments[1]!.from_seconds));
  });

  it('goes on over the joint between two batches of windows', async () => {
    const mix = new Float32Array(350 * rate);
    mixIn(mix, part('song22', 0, 60), 270);
    const { segments } = await scanned(mix);
    expect(segments).toHaveLength(1);
    near(segments[0]!.from_seconds, 270);
    near(segments[0]!.to_seconds, 330);
  });

  it('finds nothing in a song that is not registered, has nothing to compare without songs, and fails on silence', async () => {
    expect(await scanned(part('song24', 0, 60))).toMatchObject({ songs_found: 0, segments: [] });
    const { detail } = await scan.run(request('song24', 'acct_empty'), context);
    expect(detail).toMatchObject({ verdict: { finding: 'nothing_to_compare' } });
    await expect(scanned(new Float32Array(30 * rate))).rejects.toThrow('cannot be determined');
  });
});
