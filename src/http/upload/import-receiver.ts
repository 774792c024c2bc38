/**
 * Takes in the file of an import, for the interface and for the dashboard: through the gate of all uploads, one an
 * account at a time, to the disk; then puts it into the blob store and creates the import. Nothing is parsed here but
 * the header. A client that leaves before its file has arrived leaves nothing behind.
 */
import { rm } from 'node:fs/promises';
import { finished, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { newId } from '../../domain/ids.js';
import { Problem } from '../../domain/problems.js';
import type { ImportFormat, SongImport } from '../../domain/song-import.js';
import type { ImportStore } from '../../imports/ports.js';
import type { BlobStore, MusicStore } from '../../storage/ports.js';
import type { ImportReceiver, UploadGate } from '../ports.js';
import type { HttpSettings } from '../settings.js';
import { fieldProblem } from '../validation.js';
import { rowCounter } from './count-rows.js';
import { receiveFile } from './receive-file.js';

export interface ImportReceiverParts {
  readonly imports: ImportStore;
  readonly uploads: UploadGate;
  readonly blobs: BlobStore;
  readonly music: Pick<MusicStore, 'expectBlob' | 'blobRemoved'>;
  readonly settings: Pick<HttpSettings, 'maxImportBytes' | 'maxImportRows'>;
  /** Why no row of the file can be read, or null. */
  readonly judgeSongFile: (path: string, format: ImportFormat) => Promise<string | null>;
}

export function createImportReceiver(parts: ImportReceiverParts): ImportReceiver {
  const { imports, uploads, blobs, music } = parts;
  /** Accounts whose file is on its way to this process. */
  const arriving = new Set<string>();

  return {
    async receive(request, reply, accountId, format) {
      const { maxImportBytes } = parts.settings;
      if (Number(request.headers['content-length'] ?? 0) > maxImportBytes) throw tooLarge(maxImportBytes);
      const place = uploads.enter(accountId, request, reply);
      if (arriving.has(accountId)) throw running('Another import of this account is arriving.');
      arriving.add(accountId);
      place.onRelease(() => arriving.delete(accountId));
      // A repeat under an Idempotency-Key may be of the very import that runs: it is judged when its file is here.
      const mayBeRepeat = request.headers['idempotency-key'] !== undefined;
      const busy = mayBeRepeat ? null : await imports.open(accountId);
      if (busy) throw runningImport(busy);
      const content = countedContent(request, format, parts.settings);
      const options = { folder: blobs.temporaryFolder, maxBytes: maxImportBytes, signal: place.signal };
      const file = await receiveFile(content, undefined, options).catch((error: unknown) => {
        // The rest is read and dropped, so that the client can finish sending and then read the answer.
        request.raw.unpipe(content);
        request.raw.resume();
        throw place.signal.aborted ? place.signal.reason : (content.errored ?? error);
      });
      place.arrived();
      place.onRelease(() => {
        rm(file.path, { force: true }).catch(() => {});
      });
      const fault = file.bytes === 0 ? 'The file is empty.' : await parts.judgeSongFile(file.path, format);
      if (fault !== null) throw fieldProblem([{ pointer: '#', detail: fault }]);
      return file;
    },

    async start({ accountId, datasetId, format, name, file }, writeWith) {
      const blobKey = `imports/${newId('imp')}`;
      await music.expectBlob(blobKey);
      await blobs.put(blobKey, file.path);
      let isKept = false;
      try {
        const given = { accountId, datasetId, format, name, bytes: file.bytes, blobKey };
        const outcome = await imports.create(given, writeWith);
        if (outcome === null) throw new Problem('not_found');
        if ('busy' in outcome) throw runningImport(outcome.busy);
        isKept = true;
        return outcome.created;
      } finally {
        // What stays is removed a day later.
        if (!isKept)
          await blobs.delete(blobKey).then(
            () => music.blobRemoved(blobKey),
            () => {},
          );
      }
    },
  };
}

/** Between the request and the file: a refusal destroys what it reads from, and the client is to read the answer. */
function countedContent(
  request: FastifyRequest,
  format: ImportFormat,
  { maxImportBytes, maxImportRows }: ImportReceiverParts['settings'],
): Transform {
  const count = rowCounter(format);
  let bytes = 0;
  const content = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxImportBytes) done(tooLarge(maxImportBytes));
      else if (count(chunk) > maxImportRows) done(tooManyRows(maxImportRows));
      else done(null, chunk);
    },
  });
  // It may fail before anybody reads from it.
  content.on('error', () => {});
  finished(request.raw, { writable: false }, (error) => {
    if (error) content.destroy(error);
  });
  request.raw.pipe(content);
  return content;
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(
    'payload_too_large',
    `An import may have at most ${maxBytes} bytes here. Split the file: of a CSV each piece needs the header line.`,
  );
}

function tooManyRows(maxRows: number): Problem {
  return new Problem(
    'too_many_rows',
    `An import may have at most ${maxRows} rows here. Split the file: of a CSV each piece needs the header line.`,
  );
}

function runningImport({ id, rows }: SongImport): Problem {
  return running(
    `The import ${id} of this account has not ended (${rows} rows read). Wait for its end, or cancel it with POST /api/v1/imports/${id}/cancel.`,
  );
}

function running(detail: string): Problem {
  return new Problem('import_running', detail, { headers: { 'retry-after': '5' } });
}
