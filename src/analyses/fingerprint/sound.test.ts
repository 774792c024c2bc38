import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNoise, whiteNoise } from '../../../bench/fingerprint/effects.js';
import { localCompute } from '../../../bench/fingerprint/local-compute.js';
import { stretchByOverlap } from '../../../bench/fingerprint/overlap-add.js';
import { convolve, studioResponse } from '../../../bench/fingerprint/rooms.js';
import { playNotes, synthesiseSong } from '../../../bench/fingerprint/synthetic.js';
import type { Compute } from '../../domain/compute.js';
import type { JsonObject } from '../../domain/task.js';
import { resample } from '../../signal/resample.js';
import { seededRandom } from '../../signal/seeded-random.js';
import type { OpenDatabase } from '../../storage/database.js';
import { createFingerprintStore } from '../../storage/fingerprint/store.js';
import { openTestDatabase } from '../../storage/test-support/database.js';
import { opaque } from '../../storage/transaction.js';
import type { Analysis, MusicInput } from '../analysis.js';
import { createFingerprintAdd } from './add.js';
import { createFingerprintCheck } from './check.js';
import type { WaveformInput } from './waveform/waveform.js';

const rate = 16_000;
const files = new Map<string, Float32Array>();
for (let seed = 31; seed <= 36; seed++) files.set(`song${seed}`, synthesiseSong(seed, 40));
/** The same notes by two players, of which the first is registered. */
files.set('played', playNotes(2, 40));
files.set('played anew', playNotes(3, 40));
const local = localCompute(async (path) => files.get(path)!);
/** The comparisons of waveforms that were asked for. */
let comparisons: WaveformInput[] = [];
const compute: Compute = {
  run(kernel, input, options) {
    if (kernel === 'fingerprint.waveform') comparisons.push(input as WaveformInput);
    return local.run(kernel, input, options);
  },
};
const context = { compute, signal: new AbortController().signal, progress() {} };

const music = (path: string): MusicInput => ({
  musicId: path,
  title: path,
  artist: '',
  filename: path,
  path,
  sha256: '',
  durationSeconds: files.get(path)!.length / rate,
});
const request = (path: string): Parameters<Analysis['run']>[0] => ({
  accountId: 'acct_1',
  taskId: 'task_1',
  model: '',
  variant: 'music',
  music: music(path),
  parameters: {},
});

let opened: OpenDatabase;
let byPeaks: Analysis;
let bySound: Analysis;
/** Files acquired and not released. */
let acquired = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  const index = createFingerprintStore(opened.db);
  byPeaks = createFingerprintCheck(index);
  bySound = createFingerprintCheck(index, {
    openMusic: async (id) => {
      acquired++;
      return { music: music(id), release: async () => void acquired-- };
    },
  });
  const addition = createFingerprintAdd(index);
  for (const path of [...files.keys()].filter((name) => name !== 'song36' && name !== 'played anew')) {
    const { commit } = await addition.run(request(path), context);
    await opened.db.transaction().execute((transaction) => commit!(opaque(transaction)));
  }
});
afterAll(() => opened.close());

interface Answer {
  readonly matched: unknown;
  readonly best: JsonObject | undefined;
  readonly finding: unknown;
  readonly reasons: string;
}

async function ask(check: Analysis, samples: Float32Array): Promise<Answer> {
  files.set('query', samples);
  const { result, detail } = await check.run(request('query'), context);
  const { matches, verdict } = detail as unknown as { matches: JsonObject[]; verdict: JsonObject };
  return {
    matched: (result as JsonObject).matched_music_id,
    best: matches[0],
    finding: verdict.finding,
    reasons: String(verdict.reasons),
  };
}

const excerpt = (name: string, from: number, seconds: number): Float32Array =>
  files.get(name)!.slice(from * rate, (from + seconds) * rate);
/** With more energy of reverberation than of direct sound. */
const inRoom = (samples: Float32Array, rt60Seconds: number, wetDecibels: number): Promise<Float32Array> =>
  convolve(samples, studioResponse(rt60Seconds, wetDecibels, rate, seededRandom(9)));

/** A tape whose speed wavers: peaks hardly move, and the waveform agrees at no delay. */
function wavering(samples: Float32Array): Float32Array {
  const delay = 0.0015 * rate;
  return samples.map((_, n) => {
    const at = n + delay * Math.sin((2 * Math.PI * n) / rate);
    const before = Math.max(0, Math.min(samples.length - 2, Math.floor(at)));
    return samples[before]! + (at - before) * (samples[before + 1]! - samples[before]!);
  });
}

describe('a check that compares the sound', () => {
  it('compares a song once at one place, which several look-ups find, and once where each sweep places it', async () => {
    comparisons = [];
    await ask(bySound, await inRoom(wavering(excerpt('song32', 5, 20)), 1.2, 3));
    const places = comparisons.filter(({ songPath }) => songPath === 'song32').map((input) => input.places);
    expect(places.map(({ length }) => length)).toEqual([1, 1, 1]);
    const [lookedUp, swept, sweptChanged] = places.map(([place]) => place!);
    expect(Math.abs(lookedUp!.startSeconds - swept!.startSeconds)).toBeGreaterThan(0.05);
    expect(Math.abs(swept!.startSeconds - sweptChanged!.startSeconds)).toBeGreaterThan(0.05);
    // Waveforms are compared within 0.05 % of a speed.
    expect(Math.abs(lookedUp!.scale - sweptChanged!.scale)).toBeGreaterThan(0.0005);
  });

  it('recognises a recording in a reverberant room, which peaks alone leave in doubt', async () => {
    const heard = await inRoom(excerpt('song33', 10, 20), 1.2, 3);
    expect((await ask(byPeaks, heard)).matched).toBeNull();
    const { matched, best, finding, reasons } = await ask(bySound, heard);
    expect(matched).toBe('song33');
    expect(finding).toBe('found');
    expect(reasons).toContain('The waveforms agree at one delay');
    expect(best).toMatchObject({
      waveform: { is_same: true },
      kinds: expect.arrayContaining(['reverberated']),
    });
    expect(Math.abs(Number(best!.offset_seconds) - 10)).toBeLessThan(0.3);
    expect(acquired).toBe(0);
  });

  it('recognises it played slower in that room', async () => {
    const heard = await inRoom(resample(excerpt('song34', 10, 18), 1 / 0.93), 0.8, -1);
    const { matched, best } = await ask(bySound, heard);
    expect(matched).toBe('song34');
    expect(Number(best!.speed_factor)).toBeCloseTo(0.93, 2);
  });

  it('recognises it at another tempo in reverberation, by its fine structure', async () => {
    const heard = await inRoom(stretchByOverlap(excerpt('played', 8, 24), 1.15), 1.2, 1);
    expect((await ask(byPeaks, heard)).finding).toBe('possible');
    const { matched, best, finding, reasons } = await ask(bySound, heard);
    expect([matched, finding]).toEqual(['played', 'found']);
    expect(best).toMatchObject({ fine_structure: { is_same: true } });
    expect(Number(best!.speed_factor)).toBeCloseTo(1.15, 2);
    expect(reasons).toContain('The fine structure is the song’s');
    expect(acquired).toBe(0);
  });

  it('finds no copy in the same notes by another player at another tempo', async () => {
    const heard = stretchByOverlap(excerpt('played anew', 8, 24), 1.15);
    const { matched, finding, reasons } = await ask(bySound, heard);
    expect([matched, finding]).toEqual([null, 'possible']);
    expect(reasons).toContain('The fine structure is not');
  });

  it('says that other sound lies over a recording where there are no reflections', async () => {
    const samples = excerpt('song32', 5, 20);
    const noisy = addNoise(samples, whiteNoise(samples.length, seededRandom(8)), -3);
    const { matched, best } = await ask(bySound, noisy);
    expect(matched).toBe('song32');
    expect(best!.kinds).toContain('mixed');
    expect(best!.kinds).not.toContain('reverberated');
  });

  it('finds nothing for a song in a room that is not registered', async () => {
    const { matched, finding } = await ask(bySound, await inRoom(excerpt('song36', 10, 20), 0.8, 5));
    expect([matched, finding]).toEqual([null, 'not_found']);
  });
});
