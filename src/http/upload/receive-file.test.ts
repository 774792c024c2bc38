import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BlobsUnavailableError } from '../../storage/ports.js';
import { receiveFile } from './receive-file.js';

it('a stream that breaks at any moment leaves no file behind, not even later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-receive-'));
  try {
    for (let round = 0; round < 60; round++) {
      const content = new Readable({ read() {} });
      content.on('error', () => {});
      if (round % 3 === 0) content.destroy(new Error('gone'));
      else if (round % 3 === 1) setImmediate(() => content.destroy(new Error('gone')));
      else content.push('some bytes', 'utf8') && setTimeout(() => content.destroy(new Error('gone')), 2);
      await expect(receiveFile(content, 'a.wav', { folder, maxBytes: 1000 })).rejects.toThrow();
    }
    await sleep(50);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a folder that is gone, as with an unmounted volume, is a store that cannot be used now', async () => {
  const receiving = receiveFile(Readable.from([]), 'a.wav', { folder: '/none/incoming', maxBytes: 1000 });
  await expect(receiving).rejects.toThrow(BlobsUnavailableError);
});
