import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskBlobs } from './blobs-disk.js';
import { type BlobStore, BlobsUnavailableError } from './ports.js';

describe('blobs on disk', () => {
  let folder: string;
  let blobs: BlobStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contrafact-blobs-'));
    blobs = await openDiskBlobs(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function put(key: string, content: string): Promise<string> {
    const file = join(blobs.temporaryFolder, `upload-${Math.random()}`);
    await writeFile(file, content);
    await blobs.put(key, file);
    return file;
  }

  it('keeps a file under its key, whole and in part, and moves rather than copies it', async () => {
    const file = await put('music/mus_1', 'hello world');
    expect(existsSync(file)).toBe(false);
    expect(await text(await blobs.open('music/mus_1'))).toBe('hello world');
    expect(await text(await blobs.open('music/mus_1', { start: 6, end: 10 }))).toBe('world');
    expect(
      await text((await import('node:fs')).createReadStream((await blobs.acquire('music/mus_1')).path)),
    ).toBe('hello world');
  });

  it('takes a file from another file system too', async () => {
    const file = join(folder, '..', `contrafact-elsewhere-${process.pid}`);
    await writeFile(file, 'from afar');
    await blobs.put('music/mus_2', file);
    expect(existsSync(file)).toBe(false);
    expect(await text(await blobs.open('music/mus_2'))).toBe('from afar');
  });

  it('rejects a blob that is not there; deleting it is fine', async () => {
    await expect(blobs.open('music/none')).rejects.toThrow('ENOENT');
    await blobs.delete('music/none');
    await put('music/mus_3', 'x');
    await blobs.delete('music/mus_3');
    await expect(blobs.open('music/mus_3')).rejects.toThrow('ENOENT');
  });

  it.each(['../outside', 'music/../../outside', '/etc/passwd', 'music', 'music/a b', 'music//x', ''])(
    'refuses the key %j, which could lie outside',
    async (key) => {
      await expect(blobs.acquire(key)).rejects.toThrow('not a blob key');
      await expect(blobs.open(key)).rejects.toThrow('not a blob key');
      await expect(blobs.delete(key)).rejects.toThrow('not a blob key');
    },
  );

  it('removes uploads that a crash left behind, and leaves those of today', async () => {
    const old = join(blobs.temporaryFolder, 'upload-old');
    await writeFile(join(blobs.temporaryFolder, 'upload-new'), 'x');
    // At the start, and by a service that goes on.
    for (const remove of [() => openDiskBlobs(folder), () => blobs.deleteCopies(async () => new Set())]) {
      await writeFile(old, 'x');
      await utimes(old, 1, 1);
      await remove();
      expect(await readdir(blobs.temporaryFolder)).toEqual(['upload-new']);
    }
  });
});

it('a store whose volume is gone is not in order, though the folder that it was mounted on is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-blobs-'));
  try {
    const blobs = await openDiskBlobs(folder);
    await blobs.check();
    await blobs.delete('music/mus_1');
    await rm(blobs.temporaryFolder, { recursive: true });
    await expect(blobs.check()).rejects.toThrow('ENOENT');
    // What lies on the volume is to be deleted once it is back.
    await expect(blobs.delete('music/mus_1')).rejects.toThrow(BlobsUnavailableError);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a place where no folder of uploads can be is refused with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-blobs-'));
  try {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(openDiskBlobs(file)).rejects.toThrow(/folder of uploads .* set CONTRAFACT_BLOBS/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
