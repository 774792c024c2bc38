import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takesAllRounds } from '../../../tests/support/rounds.js';
import type { Compute, KernelTools } from '../../domain/compute.js';
import type { JsonObject } from '../../domain/task.js';
import type { OpenDatabase } from '../../storage/database.js';
import { createFingerprintStore } from '../../storage/fingerprint/store.js';
import { openTestDatabase } from '../../storage/test-support/database.js';
import { opaque } from '../../storage/transaction.js';
import type { Analysis } from '../analysis.js';
import { createFingerprintAdd } from './add.js';
import { createFingerprintCheck } from './check.js';
import * as kernels from './kernels.js';

const rate = 16_000;
const minutes = takesAllRounds ? 30 : 12;
const excerptSecond = (minutes - 5) * 60;

/** Tone bursts at times and pitches that never repeat, made second by second in one and the same buffer. */
function* bursts(
  fromSecond: number,
  toSecond: number,
  onSecond: (second: number) => void,
): Generator<Float32Array> {
  const chunk = new Float32Array(rate);
  for (let second = fromSecond; second < toSecond; second++) {
    chunk.fill(0);
    let state = Math.imul(second + 1, 0x9e3779b1) >>> 0 || 1;
    for (let tone = 0; tone < 12; tone++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state = (state ^ (state << 5)) >>> 0;
      const first = state % (rate - 1000);
      const step = (2 * Math.PI * (250 + ((state >>> 8) % 4000))) / rate;
      for (let n = 0; n < 960; n++) {
        chunk[first + n]! += 0.1 * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 960)) * Math.sin(step * n);
      }
    }
    onSecond(second);
    yield chunk;
  }
}

/** Bytes held outside the heap, by second of the recording. */
const heldBytes: number[] = [];

/** Paths are "from-to" in seconds of the one endless recording. */
const tools: KernelTools = {
  async decode(path) {
    const [from, to] = path.split('-').map(Number) as [number, number];
    async function* chunks(): AsyncGenerator<Float32Array> {
      yield* bursts(from, to, (second) => {
        if (second % 60 === 0) heldBytes.push(process.memoryUsage().arrayBuffers);
      });
    }
    return Object.assign(chunks(), { sampleRateHz: rate, channels: 1 });
  },
  progress() {},
  modelsDir: '',
};

const byName = new Map(Object.values(kernels).map((kernel) => [kernel.name, kernel]));
const compute: Compute = {
  run: async <Output>(name: string, input: unknown) =>
    (await byName.get(name)!.run(input as never, tools)) as Output,
};

let opened: OpenDatabase;
let addition: Analysis;
let check: Analysis;

beforeAll(async () => {
  opened = await openTestDatabase();
  const index = createFingerprintStore(opened.db);
  addition = createFingerprintAdd(index);
  check = createFingerprintCheck(index);
});
afterAll(() => opened.close());

function run(analysis: Analysis, path: string): ReturnType<Analysis['run']> {
  const music = {
    musicId: `mus_${path}`,
    title: path,
    artist: '',
    filename: path,
    path,
    sha256: '',
    durationSeconds: 0,
  };
  return analysis.run(
    { accountId: 'a', taskId: 't', model: '', variant: 'music', music, parameters: {} },
    { compute, signal: new AbortController().signal, progress() {} },
  );
}

describe(`a recording of ${minutes} minutes`, () => {
  it('is registered without its samples being held, and found by an excerpt of it and as a whole', async () => {
    const whole = `0-${minutes * 60}`;
    const outcome = await run(addition, whole);
    await opened.db.transaction().execute((transaction) => outcome.commit!(opaque(transaction)));
    expect(heldBytes).toHaveLength(minutes);
    // Held, the samples between the second minute and the last would take 38 megabytes at least.
    expect(Math.max(...heldBytes.slice(2)) - heldBytes[1]!).toBeLessThan(25e6);
    const excerpt = await run(check, `${excerptSecond}-${excerptSecond + 20}`);
    expect(excerpt.result).toMatchObject({ is_duplicate: true, matched_music_id: `mus_${whole}` });
    const { matches } = excerpt.detail as { matches: JsonObject[] };
    expect(matches[0]!.offset_seconds).toBeCloseTo(excerptSecond, 0);
    const same = await run(check, whole);
    expect(same.result).toMatchObject({ is_duplicate: true, matched_music_id: `mus_${whole}` });
    const [match] = (same.detail as { matches: JsonObject[] }).matches;
    expect(match!.query_coverage).toBeGreaterThan(0.9);
    expect((await run(check, '9000-9020')).result).toMatchObject({ is_duplicate: false });
  });
});
