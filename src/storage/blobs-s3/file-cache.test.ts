import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFileCache } from './file-cache.js';

it('a copy that cannot be removed stays known, and is removed by a later round', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-cache-'));
  try {
    const cache = await openFileCache(folder, 1_000);
    const copy = await cache.acquire('music/a', (path) => writeFile(path, 'x'));
    await cache.drop('music/a');
    // A folder is no file: whoever removes the one fails on the other, also as root.
    await rm(copy.path);
    await mkdir(copy.path);
    await expect(copy.release()).rejects.toThrow();
    expect(cache.keys()).toEqual(['music/a']);
    await rm(copy.path, { recursive: true });
    await writeFile(copy.path, 'x');
    await cache.drop('music/a');
    expect(await readdir(folder)).toEqual([]);
    expect(cache.keys()).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
