import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCompute } from '../../../bench/fingerprint/local-compute.js';
import { synthesiseSong } from '../../../bench/fingerprint/synthetic.js';
import { AnalysisError } from '../../domain/analysis-error.js';
import type { JsonObject } from '../../domain/task.js';
import { resample } from '../../signal/resample.js';
import type { OpenDatabase } from '../../storage/database.js';
import { createFingerprintStore } from '../../storage/fingerprint/store.js';
import { openTestDatabase } from '../../storage/test-support/database.js';
import { opaque } from '../../storage/transaction.js';
import type { Analysis, AnalysisOutcome } from '../analysis.js';
import { createFingerprintAdd } from './add.js';
import { createFingerprintCheck } from './check.js';

const rate = 16_000;
const songs = new Map<string, Float32Array>();
for (let seed = 1; seed <= 12; seed++) songs.set(`song${seed}`, synthesiseSong(seed, 40));
const compute = localCompute(async (path) => songs.get(path)!);

let opened: OpenDatabase;
let addition: Analysis;
let check: Analysis;

function request(path: string): Parameters<Analysis['run']>[0] {
  return {
    accountId: 'acct_1',
    taskId: 'task_1',
    model: '',
    variant: 'music',
    music: {
      musicId: `mus_${path}`,
      title: `Title of ${path}`,
      artist: 'A',
      filename: `${path}.wav`,
      path,
      sha256: '',
      durationSeconds: songs.get(path)!.length / rate,
    },
    parameters: {},
  };
}

const context = { compute, signal: new AbortController().signal, progress() {} };

async function add(path: string): Promise<AnalysisOutcome> {
  const outcome = await addition.run(request(path), context);
  await opened.db.transaction().execute((transaction) => outcome.commit!(opaque(transaction)));
  return outcome;
}

/** Checks samples; returns the documented result and the first match of the detail. */
async function checkSamples(
  samples: Float32Array,
): Promise<{ result: JsonObject; best: JsonObject | undefined }> {
  songs.set('query', samples);
  const outcome = await check.run(request('query'), context);
  const { matches } = outcome.detail as unknown as { matches: JsonObject[] };
  return { result: outcome.result as JsonObject, best: matches[0] };
}

/** What checking the samples fails with. */
async function failureOf(samples: Float32Array): Promise<AnalysisError> {
  songs.set('query', samples);
  return check.run(request('query'), context).then(
    () => Promise.reject(new Error('the check gave an answer')),
    (error: AnalysisError) => error,
  );
}

beforeAll(async () => {
  opened = await openTestDatabase();
  const index = createFingerprintStore(opened.db);
  addition = createFingerprintAdd(index);
  check = createFingerprintCheck(index);
  for (let seed = 1; seed <= 10; seed++) await add(`song${seed}`);
});
afterAll(() => opened.close());

const noMatch = { is_duplicate: false, matched_music_id: null, matched_musicname: null };
const excerpt = (name: string, from: number, seconds: number): Float32Array =>
  songs.get(name)!.slice(from * rate, (from + seconds) * rate);

describe('fingerprint engine, end to end', () => {
  it('recognises an excerpt and says where it lies', async () => {
    const { result, best } = await checkSamples(excerpt('song4', 13, 15));
    expect(result).toEqual({
      is_duplicate: true,
      matched_music_id: 'mus_song4',
      matched_musicname: 'Title of song4',
    });
    expect(best?.offset_seconds).toBeCloseTo(13, 1);
    expect(best?.speed_factor).toBeCloseTo(1, 3);
    expect(best).toMatchObject({ pitch_cents: 0, treatment: 'none' });
  });

  it('recognises a recording played 6 % faster, and says so', async () => {
    const { result, best } = await checkSamples(resample(excerpt('song7', 10, 20), 1 / 1.06));
    expect(result.matched_music_id).toBe('mus_song7');
    expect(best?.speed_factor).toBeCloseTo(1.06, 2);
    expect(Math.abs(Number(best?.pitch_cents) - 1200 * Math.log2(1.06))).toBeLessThan(6);
    expect(best?.treatment).toBe('speed');
  });

  it.each([0.66, 0.75, 0.87, 1.17, 1.34, 1.5])(
    'recognises a recording played × %f as fast',
    async (factor) => {
      const { result, best } = await checkSamples(resample(excerpt('song7', 5, 20 * factor), 1 / factor));
      expect(result.matched_music_id).toBe('mus_song7');
      expect(Math.abs(Number(best?.speed_factor) / factor - 1)).toBeLessThan(0.003);
      expect(Math.abs(Number(best?.pitch_cents) - 1200 * Math.log2(factor))).toBeLessThan(6);
      expect(best?.treatment).toBe('speed');
      expect(Number(best?.offset_seconds)).toBeCloseTo(5, 0);
      expect(Number(best?.query_end_seconds)).toBeGreaterThan(15);
    },
  );

  it('names what was done to a copy in a verdict that the result follows from', async () => {
    const checked = async (samples: Float32Array) => {
      songs.set('query', samples);
      const { result, detail } = await check.run(request('query'), context);
      const { verdict, matches } = detail as unknown as { verdict: JsonObject; matches: JsonObject[] };
      expect((result as JsonObject).is_duplicate).toBe(verdict.finding === 'found');
      return { ...verdict, kinds: matches[0]?.kinds };
    };
    expect(await checked(songs.get('song3')!)).toMatchObject({ finding: 'found', kinds: ['exact'] });
    const faster = resample(songs.get('song3')!, 1 / 1.25);
    expect(await checked(faster)).toMatchObject({ finding: 'found', kinds: ['speed'] });
    expect(await checked(excerpt('song3', 10, 12))).toMatchObject({
      finding: 'found',
      searched: { count: 10, unit: 'songs' },
      match: { music_id: 'mus_song3' },
      kinds: expect.arrayContaining(['excerpt']),
    });
    expect(await checked(songs.get('song11')!)).toMatchObject({ finding: 'not_found' });
  });

  it('calls a copy of a part of the recording possible, and an empty catalogue nothing to compare', async () => {
    const mixed = new Float32Array(70 * rate);
    mixed.set(songs.get('song11')!.slice(0, 40 * rate), 0);
    mixed.set(excerpt('song6', 0, 25), 42 * rate);
    songs.set('query', mixed);
    const { result, detail } = await check.run(request('query'), context);
    expect(result).toEqual(noMatch);
    expect(detail).toMatchObject({ verdict: { finding: 'possible', match: { music_id: 'mus_song6' } } });
    const elsewhere = await check.run({ ...request('song1'), accountId: 'acct_empty' }, context);
    expect(elsewhere.result).toEqual(noMatch);
    expect(elsewhere.detail).toMatchObject({ verdict: { finding: 'nothing_to_compare' } });
  });

  it('recognises excerpts of three seconds', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { result } = await checkSamples(excerpt(`song${seed}`, 3 * seed, 3));
      expect(result.matched_music_id).toBe(`mus_song${seed}`);
    }
  });

  it('recognises a whole song padded with silence', async () => {
    const padded = new Float32Array(50 * rate);
    padded.set(songs.get('song2')!, 5 * rate);
    const { result, best } = await checkSamples(padded);
    expect(result.matched_music_id).toBe('mus_song2');
    expect(best?.offset_seconds).toBeCloseTo(-5, 1);
  });

  it('does not find a song that is not registered', async () => {
    for (const name of ['song11', 'song12']) {
      expect((await checkSamples(songs.get(name)!)).result).toEqual(noMatch);
    }
  });

  it('does not find a song that is played backwards', async () => {
    expect((await checkSamples(songs.get('song3')!.slice().reverse())).result).toEqual(noMatch);
  });

  it('adds a song twice without storing it twice', async () => {
    const index = createFingerprintStore(opened.db);
    const before = await index.size('acct_1');
    const outcome = await add('song5');
    expect(outcome.result).toBeNull();
    expect(outcome.detail).toMatchObject({ peaks: expect.any(Number), postings: expect.any(Number) });
    expect(await index.size('acct_1')).toEqual(before);
  });

  const time = (seconds: number): Float32Array =>
    Float32Array.from({ length: seconds * rate }, (_, n) => n / rate);
  const emptyInputs: Record<string, Float32Array> = {
    'digital silence': new Float32Array(20 * rate),
    'a constant': new Float32Array(20 * rate).fill(0.5),
    'one sample': new Float32Array(1),
    nothing: new Float32Array(0),
    'a steady tone': time(20).map((t) => 0.5 * Math.sin(2 * Math.PI * 440 * t)),
    'the first 0.05 s of a registered song': excerpt('song4', 13, 0.05),
  };
  for (const [name, samples] of Object.entries(emptyInputs)) {
    it(`refuses to add ${name} with a reason, and checks it with "cannot tell" instead of "no"`, async () => {
      songs.set('empty', samples);
      await expect(add('empty')).rejects.toThrow(AnalysisError);
      const failure = await failureOf(samples);
      expect(failure).toBeInstanceOf(AnalysisError);
      expect(failure.message).toContain('too little sound for a fingerprint');
      expect(failure.detail?.verdict).toMatchObject({
        finding: 'cannot_tell',
        searched: { count: 0, unit: 'songs' },
        reasons: [expect.stringMatching(/gives \d fingerprint hashes/), expect.any(String)],
      });
    });
  }

  it('registers noise, clicks and a second of sound or says why not; nothing then duplicates them', async () => {
    let state = 1;
    const noise = (): Float32Array =>
      time(20).map(() => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32 - 0.5;
      });
    const clicks = time(20).map((_, n) => (n % 8000 === 0 ? 1 : 0));
    const odd = { noise: noise(), clicks, second: excerpt('song12', 3, 1) };
    for (const [name, samples] of Object.entries(odd)) {
      songs.set(name, samples);
      const refusal = await failureOf(samples).catch(() => null);
      if (!refusal) expect((await checkSamples(samples)).result).toEqual(noMatch);
      const added = await add(name).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(AnalysisError);
          return false;
        },
      );
      expect(added, `${name}: check and add agree on whether it has a fingerprint`).toBe(refusal === null);
    }
    for (const samples of [noise(), excerpt('song11', 0, 20)]) {
      expect((await checkSamples(samples)).result).toEqual(noMatch);
    }
  });
});
