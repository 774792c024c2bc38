import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileCase, hostileCases } from '../../tests/hostile/cases.js';
import { roundOf } from '../../tests/support/rounds.js';
import { createComputePool } from '../compute/pool.js';
import { ComputeError } from '../domain/compute.js';
import { DecodeError } from './decode-error.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-hostile-'));
const pool = createComputePool({ size: 2, modelsDir: folder, timeoutSeconds: 120, memoryMb: 600 });
let all: HostileCase[] = [];
let cases: HostileCase[] = [];

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

/** What became of a file, in the words of what should. */
async function outcome({ path, expect: wanted }: HostileCase): Promise<string> {
  try {
    const result = await pool.run('audio.probe', { path });
    if (wanted.kind !== 'decodes') return 'decodes';
    const { format, durationSeconds, isSilent, title, artist } = result;
    if (format !== wanted.format) return `decodes as ${format}`;
    if (durationSeconds < wanted.minSeconds || durationSeconds > wanted.maxSeconds) {
      return `decodes to ${durationSeconds} seconds`;
    }
    if (isSilent !== (wanted.isSilent ?? false)) return isSilent ? 'is silent' : 'is not silent';
    if (wanted.title !== undefined && title !== wanted.title) return `has the title ${title}`;
    if (wanted.artist !== undefined && artist !== wanted.artist) return `has the artist ${artist}`;
    return 'decodes';
  } catch (error) {
    if (error instanceof DecodeError) return `rejected ${error.code}`;
    return error instanceof ComputeError ? `fails: ${error.failure} ${error.message}` : String(error);
  }
}

describe('hostile and unusual files', () => {
  const outcomes = new Map<string, string>();

  beforeAll(async () => {
    all = await hostileCases(folder);
    // tests/service/hostile-uploads.test.ts sends all of them to the built program.
    const zip = all.filter((one) => one.name.startsWith('a ZIP archive'));
    cases = [...new Set([...roundOf(all, 10), ...zip])];
    await Promise.all(cases.map(async (one) => outcomes.set(one.name, await outcome(one))));
  }, 1_500_000);

  it('are more than 200, and nearly all have one right answer', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter((one) => one.expect.kind === 'either').length).toBeLessThan(5);
  });

  it('each come to what they should, in the same process pool, without a crash, a hang or a killed process', () => {
    const wrong = cases.flatMap((one) => {
      const { expect: wanted, name } = one;
      const got = outcomes.get(name)!;
      const isRight =
        wanted.kind === 'either'
          ? got === 'decodes' || got === 'rejected not_decodable'
          : got === (wanted.kind === 'rejected' ? `rejected ${wanted.code}` : 'decodes');
      return isRight ? [] : [`${name}: ${got}`];
    });
    expect(wrong).toEqual([]);
    expect(outcomes.size).toBe(cases.length);
    expect(pool.stats()).toMatchObject({ lost: 0, processes: 2, queued: 0 });
  });

  it('are refused with a sentence that says what to send instead', async () => {
    const refused = cases.find((one) => one.name.startsWith('a ZIP archive'))!;
    const error = await pool.run('audio.probe', { path: refused.path }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      failure: 'bad-input',
      code: 'not_decodable',
      message: expect.stringMatching(/it is a ZIP archive\. Send audio as mp3, wav/),
    });
  });
});
