/** An upload whose body is the file itself, as browsers send it: through the gate that forms pass too. */
import { rm } from 'node:fs/promises';
import { finished, PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../client-gone.js';
import type { HttpDependencies } from '../ports.js';
import { type KeepDependencies, type KeptUpload, keepUpload } from './keep-upload.js';
import { fileTooLarge, receiveFile } from './receive-file.js';

export type RawUploadDependencies = KeepDependencies &
  Pick<HttpDependencies, 'uploads'> & {
    readonly settings: Pick<HttpDependencies['settings'], 'maxUploadBytes'>;
  };

/** Throws what the gate, the reception and `keepUpload` throw. */
export async function keepRawUpload(
  dependencies: RawUploadDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, filename }: { accountId: string; filename: string },
): Promise<KeptUpload> {
  const maxBytes = dependencies.settings.maxUploadBytes;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
  const place = dependencies.uploads.enter(accountId, request, reply);
  const folder = dependencies.blobs.temporaryFolder;
  // Between the request and the file: a refusal destroys what it reads from, and the client is to read the answer.
  const content = new PassThrough();
  // It may fail before anybody reads from it: without a listener that would end the process.
  content.on('error', () => {});
  finished(request.raw, { writable: false }, (error) => {
    if (error) content.destroy(error);
  });
  request.raw.pipe(content);
  const { signal } = place;
  const file = await receiveFile(content, filename, { folder, maxBytes, signal }).catch((error: unknown) => {
    request.raw.unpipe(content);
    request.raw.resume();
    throw signal.aborted ? signal.reason : error;
  });
  place.arrived();
  place.onRelease(() => {
    rm(file.path, { force: true }).catch(() => {});
  });
  return keepUpload(dependencies, accountId, file, {}, clientGone(reply));
}
