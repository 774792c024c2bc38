import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constantFlac } from '../../tests/hostile/flac.js';
import { samplesAs, sine, wave } from '../../tests/hostile/wave.js';
import { DecodeError } from '../audio/decode-error.js';
import { ComputeError } from '../domain/compute.js';
import { childEntry } from '../sandbox/child-entry.js';
import { type ComputePool, createComputePool } from './pool.js';

const kernelsUrl = new URL('../../tests/hostile/kernels.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'contrafact-pool-'));
const song = join(folder, 'song');
let pool: ComputePool;

/** Running processes whose parent is `pid` and whose command line names `entry`, from /proc. */
function childrenOf(pid: number, entry: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc').filter((candidate) => /^\d+$/.test(candidate))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]!.split(' ');
      const isEntry = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(entry);
      if (Number(fields[1]) === pid && isEntry && fields[0] !== 'Z') found.push(Number(name));
    } catch {
      // it has ended meanwhile
    }
  }
  return found;
}

const decodersOf = (pid: number): number[] => childrenOf(pid, 'decoder-process');

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<boolean> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (!isAlive(pid)) return true;
    await delay(50);
  }
  return false;
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error) => (error instanceof ComputeError ? error.failure : error),
  );

beforeAll(() => {
  // Long enough that a decoder which nobody reads cannot have ended by itself.
  writeFileSync(song, wave(samplesAs('s16', sine({ frequencyHz: 440, seconds: 60 }))));
  pool = createComputePool({ size: 1, modelsDir: folder, timeoutSeconds: 30, memoryMb: 400, kernelsUrl });
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

describe('the compute pool', () => {
  it('hands typed arrays there and back unchanged', async () => {
    const input = {
      samples: new Float32Array([0.25, -1, 3]),
      counts: new Uint32Array([1, 4294967295]),
      name: 'a',
    };
    expect(await pool.run('test.echo', input)).toEqual(input);
  });

  it('runs calls in the order they came, in one process, and keeps that process', async () => {
    const order: number[] = [];
    const pids = await Promise.all(
      [0, 1, 2].map(async (n) => {
        const pid = await pool.run('test.pid', null);
        order.push(n);
        return pid;
      }),
    );
    expect(order).toEqual([0, 1, 2]);
    expect(new Set(pids).size).toBe(1);
    expect(pids[0]).not.toBe(process.pid);
  });

  it('has the caller answer what a kernel asks in the middle, and fails with what the answer failed with', async () => {
    const answer = async (place: number): Promise<Uint8Array> => Uint8Array.of(place, place + 1);
    expect(await pool.run('test.ask', [1, 7], { answer })).toEqual([
      Uint8Array.of(1, 2),
      Uint8Array.of(7, 8),
    ]);
    const away = new RangeError('there is no such place');
    const failing = pool.run('test.ask', [1], { answer: () => Promise.reject(away) });
    await expect(failing).rejects.toBe(away);
    await expect(pool.run('test.ask', [1])).rejects.toThrow('Nobody answers');
    expect(await pool.run('test.echo', 'still here')).toBe('still here');
  });

  it('fails where the answer cannot be sent, and goes on with the next call', async () => {
    const answer = async (): Promise<unknown> => () => 'a function has no copy in another process';
    await expect(pool.run('test.ask', [1], { answer })).rejects.toThrow('could not be cloned');
    expect(await pool.run('test.echo', 'still here')).toBe('still here');
  });

  it('names a full disk as what it is, with what to do and without a stack', async () => {
    await expect(pool.run('test.full', null)).rejects.toMatchObject({
      failure: 'disk-full',
      message: expect.stringMatching(/^No room is left for temporary files in \S+\. .*TMPDIR\.$/),
    });
  });

  it('gives no late answer to the next call', async () => {
    const abort = new AbortController();
    let release = (): void => {};
    const asked = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: (answer: string) => void = () => {};
    const stopped = pool.run('test.ask', ['slow'], {
      signal: abort.signal,
      answer: () => {
        release();
        return new Promise((resolve) => {
          late = resolve;
        });
      },
    });
    await asked;
    abort.abort();
    expect(await failure(stopped)).toBe('aborted');
    late('too late');
    expect(await pool.run('test.ask', ['own'], { answer: async () => 'mine' })).toEqual(['mine']);
  });

  it('gives accounts turns: a small file is inspected before the four hostile ones of another account are through', async () => {
    const fair = createComputePool({
      size: 3,
      modelsDir: folder,
      timeoutSeconds: 60,
      memoryMb: 400,
      kernelsUrl,
      ownerShare: { running: 2, queued: 32 },
    });
    const ended: string[] = [];
    const inspect = (owner: string, name: string, milliseconds: number): Promise<void> =>
      fair.run('test.sleep', milliseconds, { owner }).then(() => void ended.push(name));
    const hostile = ['h1', 'h2', 'h3', 'h4'].map((name) => inspect('acct_1', name, 2500));
    const small = inspect('acct_2', 'small', 1);
    expect(fair.stats()).toMatchObject({ busy: 3, queued: 2 });
    await small;
    expect(ended).not.toContain('h4');
    expect(ended).not.toContain('h3');
    await Promise.all(hostile);
    expect(ended.slice(-2).sort()).toEqual(['h3', 'h4']);
    await fair.close();
  });

  it('keeps the secrets of the service out of the process environment', async () => {
    process.env.CONTRAFACT_DATABASE_URL = 'postgres://secret';
    const fresh = createComputePool({
      size: 1,
      modelsDir: '',
      timeoutSeconds: 30,
      memoryMb: 400,
      kernelsUrl,
    });
    try {
      const environment = await fresh.run('test.environment', null);
      expect(Object.keys(environment)).toContain('PATH');
      expect(environment.CONTRAFACT_DATABASE_URL).toBeUndefined();
    } finally {
      delete process.env.CONTRAFACT_DATABASE_URL;
      await fresh.close();
    }
  });

  it('passes progress on', async () => {
    const seen: [number, string][] = [];
    const options = { timeoutSeconds: 3, onProgress: (f: number, s: string) => seen.push([f, s]) };
    expect(await failure(pool.run('test.spin', null, options))).toBe('timeout');
    expect(seen).toEqual([[0.5, 'spinning']]);
    expect(await pool.run('test.echo', 'after')).toBe('after');
  });

  it('kills an endless loop when its signal aborts, and answers the next call', async () => {
    const controller = new AbortController();
    const spinning = pool.run('test.spin', null, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(await failure(spinning)).toBe('aborted');
    expect(await pool.run('test.echo', 'after')).toBe('after');
  });

  it('takes an aborted call out of the queue without disturbing the one that runs', async () => {
    const controller = new AbortController();
    const running = pool.run('test.sleep', 300);
    const waiting = pool.run('test.echo', 1, { signal: controller.signal });
    controller.abort();
    expect(await failure(waiting)).toBe('aborted');
    await expect(running).resolves.toBeUndefined();
    expect(await failure(pool.run('test.echo', 1, { signal: AbortSignal.abort() }))).toBe('aborted');
  });

  it('reports a crash and an exit as crashed, and answers the next call', async () => {
    expect(await failure(pool.run('test.crash', null))).toBe('crashed');
    expect(await failure(pool.run('test.exit', null))).toBe('crashed');
    expect(await pool.run('test.echo', 'after')).toBe('after');
  });

  it('kills what takes too much memory, and answers the next call', async () => {
    expect(await failure(pool.run('test.swell', null))).toBe('memory');
    expect(await pool.run('test.echo', 'after')).toBe('after');
  });

  it('carries an error across with its class, failure, code and message', async () => {
    const error = await pool.run('test.bad-input', null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({
      failure: 'bad-input',
      code: 'audio_too_long',
      message: 'The song is too long. Send a shorter piece.',
    });
    expect(await failure(pool.run('test.bug', null))).toBe('internal');
    expect(await failure(pool.run('no.such.kernel' as 'test.echo', null))).toBe('internal');
    expect(await failure(pool.run('toString' as 'test.echo', null))).toBe('internal');
  });

  it('refuses an input that cannot be sent, and answers the next call', async () => {
    expect(await failure(pool.run('test.echo', () => 1))).toBe('internal');
    expect(await pool.run('test.echo', 'after')).toBe('after');
  });

  it('gives kernels a decoder', async () => {
    expect(await pool.run('test.decode-all', song)).toBe(60 * 16_000);
    expect(await pool.run('audio.probe', { path: song })).toMatchObject({
      format: 'wav',
      durationSeconds: 60,
    });
  });

  it.skipIf(process.platform !== 'linux')('ends decoders that a kernel left running', async () => {
    expect(await pool.run('test.decode-and-leave', song)).toBe(44_100);
    const pid = await pool.run('test.pid', null);
    for (const decoder of decodersOf(pid)) expect(await untilGone(decoder)).toBe(true);
    expect(decodersOf(pid)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('leaves no decoder behind when a kernel is killed', async () => {
    const controller = new AbortController();
    let decoders: number[] = [];
    const hanging = pool.run('test.decode-and-hang', song, {
      signal: controller.signal,
      onProgress: (_fraction, pid) => {
        decoders = decodersOf(Number(pid));
        controller.abort();
      },
    });
    expect(await failure(hanging)).toBe('aborted');
    expect(decoders.length).toBeGreaterThan(0);
    for (const decoder of decoders) expect(await untilGone(decoder)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('leaves no process behind when the service is killed', async () => {
    const bomb = join(folder, 'bomb');
    writeFileSync(bomb, constantFlac({ frames: 9_000, sampleRateHz: 384_000, channels: 8 }));
    const { execArgv, file } = childEntry(import.meta.url, '../../tests/hostile/pool-owner');
    const owner = spawn(process.execPath, [...execArgv, file, bomb], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(owner.stdout, 'data');
    const processes = childrenOf(owner.pid!, 'process.ts');
    let decoders: number[] = [];
    for (const end = Date.now() + 40_000; decoders.length === 0 && Date.now() < end; ) {
      await delay(25);
      decoders = processes.flatMap(decodersOf);
    }
    expect(processes).toHaveLength(2);
    expect(decoders).toHaveLength(1);
    owner.kill('SIGKILL');
    for (const pid of [...processes, ...decoders]) expect(await untilGone(pid)).toBe(true);
  });

  it('fails what runs and what waits when it closes, and leaves no process', async () => {
    const closing = createComputePool({
      size: 1,
      modelsDir: '',
      timeoutSeconds: 30,
      memoryMb: 400,
      kernelsUrl,
    });
    const pid = await closing.run('test.pid', null);
    const calls = [failure(closing.run('test.spin', null)), failure(closing.run('test.echo', 1))];
    expect(closing.stats()).toMatchObject({ size: 1, processes: 1, busy: 1, queued: 1 });
    await closing.close();
    expect(await Promise.all(calls)).toEqual(['aborted', 'aborted']);
    expect(isAlive(pid)).toBe(false);
    expect(await failure(closing.run('test.echo', 1))).toBe('aborted');
  });
});
