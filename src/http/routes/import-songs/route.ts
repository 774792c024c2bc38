import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { isOpen, type SongImport } from '../../../domain/song-import.js';
import { type Answer, answerOnce } from '../../answer-once.js';
import { clientGone } from '../../client-gone.js';
import { mediaType } from '../../content-type.js';
import { creationProblems, id, idempotencyHeaders, line, problemResponses } from '../../schemas/common.js';
import { importBody, importReportBody, importReportSchema, importSchema } from '../../schemas/song-import.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import { untilImportEnded } from '../../start/until-import-ended.js';
import { documented, type Route } from '../../types.js';
import { ReceivedFile } from '../../upload/received-file.js';

const file = z
  .custom<ReceivedFile>((value) => value instanceof ReceivedFile, 'A file is required.')
  .meta({ type: 'string' });

const headers = idempotencyHeaders.extend({
  prefer: z
    .string()
    .max(1000)
    .optional()
    .describe('`respond-async` (RFC 7240): answer 202 with the import as soon as the file has arrived'),
});

export const importSongs: Route = (server, dependencies) => {
  const { datasets, imports, importReceiver, settings } = dependencies;
  server.route({
    method: 'POST',
    url: '/api/v1/datasets/:dataset_id/import',
    schema: {
      operationId: 'importSongs',
      tags: ['datasets'],
      summary: 'Add many songs from CSV or JSONL',
      description:
        'CSV has a header line. Columns or fields: title (required), artist, year, link, language, lyrics, musicId. ' +
        'In JSONL a song may also be an LRC file: `lrc` is its text, `file` its name; time tags are removed, artist ' +
        'and title come from its tags, else from a name such as “Artist - Title.lrc”. ' +
        'A row with `rejected`, a reason, is a `file` that the sender could not read: it is counted and reported as rejected. ' +
        'Rows that cannot be read are reported and the others are added; songs that the dataset has already are ' +
        'counted as `present` and not added again. A row may have 256,000 bytes. An account has one import at a ' +
        'time. The file is worked off in the background, also when the client leaves after it has arrived: the answer ' +
        'waits two minutes for the report, and after that is 202 with the import, as with `Prefer: respond-async`.',
      headers,
      params: z.strictObject({ dataset_id: id }),
      querystring: z.strictObject({
        name: line(255).optional().describe('Of the file, for lists of imports'),
      }),
      body: {
        content: {
          'text/csv': { schema: file },
          'application/x-ndjson': { schema: file },
          'application/jsonl': { schema: file },
        },
      },
      response: {
        200: importReportSchema,
        202: importSchema,
        ...problemResponses(
          ...creationProblems,
          'payload_too_large',
          'request_timeout',
          'unsupported_media_type',
          'not_found',
          'read_only_dataset',
          'too_many_rows',
          'import_stopped',
          'import_running',
          'unavailable',
          'storage_full',
        ),
      },
    },
    preValidation: async (request, reply) => {
      const { id: accountId } = request.caller.account;
      request.body = documented(
        await importReceiver.receive(request, reply, accountId, formatOf(mediaType(request))),
      );
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const { dataset_id: datasetId } = request.params;
        await requireOwnDataset(datasets, accountId, datasetId);
        const given = {
          accountId,
          datasetId,
          format: formatOf(mediaType(request)),
          name: request.query.name ?? '',
          file: request.body as ReceivedFile,
        };
        // A request that is cut off while it waits is repeated as accepted: one import, whatever happens.
        const started = await importReceiver.start(given, (transaction, job) =>
          keep(transaction, accepted(job)),
        );
        if (prefersAsync(request.headers.prefer)) return accepted(started);
        const job = await untilImportEnded(imports, started, settings.importWaitMs, clientGone(reply));
        if (!job) throw new Problem('not_found');
        if (isOpen(job)) return accepted(job);
        if (job.status !== 'success') throw stopped(job);
        return { status: 200, body: await importReportBody(imports, job) };
      }),
  });
};

function formatOf(type: string | undefined): 'csv' | 'jsonl' {
  return type === 'text/csv' ? 'csv' : 'jsonl';
}

function prefersAsync(prefer: string | undefined): boolean {
  return (prefer ?? '').split(',').some((part) => part.trim().toLowerCase() === 'respond-async');
}

function accepted(job: SongImport): Answer {
  return {
    status: 202,
    body: importBody(job),
    headers: { location: `/api/v1/imports/${job.id}`, 'preference-applied': 'respond-async' },
  };
}

function stopped({ id, status, error, rows, added }: SongImport): Problem {
  const why = status === 'cancelled' ? 'It was cancelled.' : (error ?? '');
  return new Problem(
    'import_stopped',
    `The import ${id} ended before its last row: ${rows} rows were read and ${added} songs added. ${why}`,
  );
}
