/**
 * Reads a multipart form into `request.body`: text fields as strings, the one part `file` as a ReceivedFile. What
 * arrived is removed when the connection is done with the request, however that comes about.
 */
import { rm } from 'node:fs/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../domain/problems.js';
import { BlobsUnavailableError } from '../../storage/ports.js';
import { mediaType } from '../content-type.js';
import type { HttpDependencies, UploadPlace } from '../ports.js';
import { fieldProblem, pointer, validationProblem } from '../validation.js';
import { filenameOfPart } from './filename.js';
import { fileTooLarge, receiveFile } from './receive-file.js';

const maxFieldBytes = 100_000;
/** Field names, boundaries and part headers beside the file itself. */
const formOverheadBytes = 1_000_000;

type Dependencies = Pick<HttpDependencies, 'blobs' | 'settings' | 'uploads'>;

/** A hook for `preValidation`; requests of other types pass through. */
export function formReader(
  dependencies: Dependencies,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { maxUploadBytes } = dependencies.settings;
  return async (request, reply) => {
    if (mediaType(request) !== 'multipart/form-data') return;
    // A wrong model is refused before hundreds of megabytes are taken in.
    checkPath(request);
    if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes + formOverheadBytes) {
      throw fileTooLarge(maxUploadBytes);
    }
    const place = dependencies.uploads.enter(request.caller.account.id, request, reply);
    request.body = await Promise.race([readForm(request, dependencies, place), rejectedBy(place.signal)]);
    place.arrived();
  };
}

/** Also a form whose next part never begins must end. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function checkPath(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.params as z.ZodType | undefined;
  const outcome = schema?.safeParse(request.params);
  if (outcome && !outcome.success) {
    throw validationProblem(outcome.error.issues, 'params', schema);
  }
}

async function readForm(
  request: FastifyRequest,
  dependencies: Dependencies,
  place: UploadPlace,
): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({
      limits: {
        fields: 20,
        files: 4,
        parts: 24,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        // One more than allowed, so that receiveFile sees that it is too large.
        fileSize: dependencies.settings.maxUploadBytes + 1,
      },
    })) {
      const name = part.fieldname;
      if (Object.hasOwn(form, name)) throw wrong(name, 'This field is given twice.');
      form[name] = await readPart(part, dependencies, place);
    }
  } catch (error) {
    // The rest is read and dropped, so that the client can finish sending and then read the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw asProblem(place.signal.aborted ? place.signal.reason : error);
  }
  return form;
}

async function readPart(
  part: Multipart,
  { blobs, settings }: Dependencies,
  place: UploadPlace,
): Promise<unknown> {
  if (part.type === 'field') {
    if (part.fieldname === 'file') {
      throw wrong(
        'file',
        'This part has no filename, so it was read as text. Send it as a file, with a filename.',
      );
    }
    if (part.fieldnameTruncated) throw wrong(part.fieldname, 'The name of this field is too long.');
    if (part.valueTruncated) throw wrong(part.fieldname, `Must have at most ${maxFieldBytes} bytes.`);
    return part.value;
  }
  if (part.fieldname !== 'file') throw wrong(part.fieldname, 'There is no such file field; use `file`.');
  const received = await receiveFile(part.file, filenameOfPart(part.filename), {
    folder: blobs.temporaryFolder,
    maxBytes: settings.maxUploadBytes,
    signal: place.signal,
  });
  place.onRelease(() => {
    rm(received.path, { force: true }).catch(() => {});
  });
  return received;
}

function wrong(name: string, detail: string): Problem {
  return fieldProblem([{ pointer: pointer([name ?? '']), detail }]);
}

/** Everything that the form's reader throws is the sender's fault, except what the file system and the store say. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || error instanceof BlobsUnavailableError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('file_too_large');
  if (syscall !== undefined && code !== 'ECONNRESET') return error;
  return new Problem(
    'invalid_multipart',
    'The form cannot be read: it is cut off, malformed or has too many parts.',
  );
}
