import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { keepRawUpload, type RawUploadDependencies } from './keep-raw-upload.js';

it('a client that leaves before its file is opened rejects the upload, and ends nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-raw-upload-'));
  const raw = new PassThrough();
  const place = { signal: new AbortController().signal, arrived: () => {}, onRelease: () => {} };
  const dependencies = {
    settings: { maxUploadBytes: 1000 },
    blobs: { temporaryFolder: folder },
    uploads: { enter: () => place },
  } as unknown as RawUploadDependencies;
  const request = { headers: {}, raw } as unknown as FastifyRequest;
  const given = { accountId: 'acct_1', filename: 'x.wav' };
  const uploading = keepRawUpload(dependencies, request, {} as FastifyReply, given);
  raw.destroy(new Error('the connection broke'));
  await expect(uploading).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
