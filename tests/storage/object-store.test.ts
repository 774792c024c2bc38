/** Blobs in an S3-compatible store, against a server that checks signatures, through a relay that can fail. */

import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openS3Blobs } from '../../src/storage/blobs-s3/store.js';
import { type BlobStore, BlobsUnavailableError } from '../../src/storage/ports.js';
import { type ObjectStore, startObjectStore } from '../support/object-store.js';
import { itInLongRounds } from '../support/rounds.js';

/** Short, for stores that say nothing; long enough for the one of this test, which shares its process. */
const patience = { connectMs: 10_000, idleMs: 2000, sendMs: 20_000 };
const run = promisify(execFile);
const megabyte = 2 ** 20;
let store: ObjectStore;
let folder: string;
let blobs: BlobStore;

beforeEach(async () => {
  store = await startObjectStore();
  folder = mkdtempSync(join(tmpdir(), 'contrafact-s3-blobs-'));
  blobs = await openS3Blobs({ location: store.location, folder, cacheBytes: 3 * megabyte, patience });
});
afterEach(async () => {
  await blobs.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

function fileWith(content: Uint8Array): string {
  const path = join(blobs.temporaryFolder, `upload-${randomBytes(6).toString('hex')}`);
  writeFileSync(path, content);
  return path;
}

describe('what an object store keeps', () => {
  it('is what was put, whole, in part and as a file; and it is gone once it is deleted', async () => {
    const content = randomBytes(100_000);
    const file = fileWith(content);
    await blobs.put('music/mus_1', file);
    expect(existsSync(file)).toBe(false);
    expect(sha256(await buffer(await blobs.open('music/mus_1')))).toBe(sha256(content));
    expect(sha256(await buffer(await blobs.open('music/mus_1', { start: 10, end: 19 })))).toBe(
      sha256(content.subarray(10, 20)),
    );
    const acquired = await blobs.acquire('music/mus_1');
    expect(sha256(await readFile(acquired.path))).toBe(sha256(content));
    await acquired.release();
    expect(store.files()).not.toEqual([]);
    await blobs.delete('music/mus_1');
    await blobs.delete('music/mus_1');
    expect(existsSync(acquired.path)).toBe(false);
    await expect(blobs.open('music/mus_1')).rejects.toThrow('ENOENT');
    await expect(blobs.acquire('music/mus_1')).rejects.toThrow('ENOENT');
    expect(store.files()).toEqual([]);
  });

  itInLongRounds('is a file of 300 MB too, sent in parts, without holding it in memory', async () => {
    const path = join(blobs.temporaryFolder, 'upload-large');
    const part = randomBytes(megabyte);
    const hash = createHash('sha256');
    const handle = openSync(path, 'w');
    for (let i = 0; i < 300; i++) {
      part.writeUInt32LE(i, 0);
      hash.update(part);
      writeSync(handle, part);
    }
    closeSync(handle);
    // In a process of its own, so that its memory is nobody else's.
    const script = join(import.meta.dirname, '../support/put-blob.ts');
    const { stdout } = await run(process.execPath, [
      '--import',
      'tsx',
      script,
      JSON.stringify(store.location),
      path,
    ]);
    expect(Number(stdout)).toBeGreaterThan(0);
    // Two parts under way and what the collector has not taken yet; the whole file would be 300.
    expect(Number(stdout)).toBeLessThan(200 * megabyte);
    const patient = await openS3Blobs({ location: store.location, folder, cacheBytes: 400 * megabyte });
    const acquired = await patient.acquire('music/mus_large');
    const stored = createHash('sha256')
      .update(await readFile(acquired.path))
      .digest('hex');
    await acquired.release();
    await patient.close();
    expect(stored).toBe(hash.digest('hex'));
  });

  it('is copied to the disk at most up to the bound, but never taken from whoever acquired it', async () => {
    for (let i = 0; i < 5; i++) await blobs.put(`music/mus_${i}`, fileWith(randomBytes(megabyte)));
    const acquired = await blobs.acquire('music/mus_0');
    for (let i = 1; i < 5; i++) await (await blobs.acquire(`music/mus_${i}`)).release();
    const copies = join(folder, 'copies');
    const bytes = (): number =>
      readdirSync(copies).reduce((sum, name) => sum + statSync(join(copies, name)).size, 0);
    expect(bytes()).toBeLessThanOrEqual(3 * megabyte);
    expect(existsSync(acquired.path)).toBe(true);
    await acquired.release();
    // What an earlier run copied is used again, and bounded as well.
    const again = await openS3Blobs({ location: store.location, folder, cacheBytes: megabyte, patience });
    expect(bytes()).toBeLessThanOrEqual(megabyte);
    await again.close();
  });

  it('is refused with another secret: the server checks signatures', async () => {
    const location = { ...store.location, secretAccessKey: 'wrong' };
    const stranger = await openS3Blobs({
      location,
      folder: join(folder, 'x'),
      cacheBytes: megabyte,
      patience,
    });
    const file = fileWith(randomBytes(10));
    await expect(stranger.put('music/mus_1', file)).rejects.toThrow(BlobsUnavailableError);
    await expect(stranger.open('music/mus_1')).rejects.toThrow(BlobsUnavailableError);
    await stranger.close();
  });
});

describe('an object store that fails half-way', () => {
  it.each([
    ['cuts one connection', { kind: 'cut', afterBytes: 200_000 }],
    ['answers one request with 500', { kind: 'error' }],
    ['says nothing once', { kind: 'silence' }],
  ] as const)('that %s is asked again, and keeps the whole', async (_name, fault) => {
    const content = randomBytes(megabyte);
    const file = fileWith(content);
    const before = store.failed;
    store.fail(fault, 1);
    await blobs.put('music/mus_1', file);
    expect(store.failed).toBe(before + 1);
    expect(sha256(await buffer(await blobs.open('music/mus_1')))).toBe(sha256(content));
  });

  it.each([
    ['cuts every connection', { kind: 'cut', afterBytes: 200_000 }],
    ['answers 500', { kind: 'error' }],
    ['says nothing', { kind: 'silence' }],
  ] as const)(
    'that %s makes an upload fail, keeps nothing of it and leaves the file',
    async (_name, fault) => {
      const file = fileWith(randomBytes(megabyte));
      store.fail(fault);
      await expect(blobs.put('music/mus_1', file)).rejects.toThrow(BlobsUnavailableError);
      expect(existsSync(file)).toBe(true);
      store.fail(null);
      expect(store.files()).toEqual([]);
    },
  );

  it('that breaks off in the middle of a large upload has no such blob, and is told to drop the parts', async () => {
    const file = fileWith(randomBytes(40 * megabyte));
    store.fail({ kind: 'cut', afterBytes: 5 * megabyte });
    await expect(blobs.put('music/mus_1', file)).rejects.toThrow(BlobsUnavailableError);
    store.fail(null);
    await expect(blobs.open('music/mus_1')).rejects.toThrow('ENOENT');
    expect(existsSync(file)).toBe(true);
    expect(store.requests.filter((line) => /^DELETE .*uploadId=/.test(line))).not.toEqual([]);
  });

  it('that breaks off a download is asked anew, and no half copy is ever lent', async () => {
    const content = randomBytes(megabyte);
    await blobs.put('music/mus_1', fileWith(content));
    store.fail({ kind: 'cut-answer', afterBytes: 300_000 }, 1);
    const acquired = await blobs.acquire('music/mus_1');
    expect(sha256(await readFile(acquired.path))).toBe(sha256(content));
    await acquired.release();
    await blobs.delete('music/mus_1');
    await blobs.put('music/mus_2', fileWith(content));
    store.fail({ kind: 'cut-answer', afterBytes: 300_000 });
    await expect(blobs.acquire('music/mus_2')).rejects.toThrow(BlobsUnavailableError);
    expect(readdirSync(join(folder, 'copies'))).toEqual([]);
  });
});
