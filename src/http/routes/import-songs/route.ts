import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { type Answer, answerOnce } from '../../answer-once.js';
import { mediaType } from '../../content-type.js';
import type { DatasetSong } from '../../ports.js';
import { creationProblems, id, idempotencyHeaders, problemResponses } from '../../schemas/common.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import type { Route } from '../../types.js';
import { fieldProblem } from '../../validation.js';
import { checkRows } from './check-rows.js';

const text = z.string().min(1).max(1_000_000_000);

const importReport = z
  .strictObject({
    rows: z.int(),
    added: z.int(),
    rejected: z.int(),
    errors: z
      .array(z.strictObject({ row: z.int().describe('From 1, without the header'), detail: z.string() }))
      .describe('One entry for each rejected row, the first 1,000'),
    song_ids: z.array(z.string()),
  })
  .meta({ id: 'ImportReport' });

const maxReportedErrors = 1000;

export const importSongs: Route = (server, dependencies) => {
  const { datasets, music, songListener, parseSongRows, settings } = dependencies;
  server.route({
    method: 'POST',
    url: '/api/v1/datasets/:dataset_id/import',
    bodyLimit: settings.maxImportBytes,
    schema: {
      operationId: 'importSongs',
      tags: ['datasets'],
      summary: 'Add many songs from CSV or JSONL',
      description:
        'CSV has a header line. Columns or fields: title (required), artist, year, link, language, lyrics, musicId. ' +
        'In JSONL a song may also be an LRC file: `lrc` is its text, `file` its name; time tags are removed, artist ' +
        'and title come from its tags, else from a name such as “Artist - Title.lrc”. ' +
        'Rows that cannot be read are reported and the others are added, also those that were sent before: repeat a ' +
        'request that was cut off under its Idempotency-Key.',
      headers: idempotencyHeaders,
      params: z.strictObject({ dataset_id: id }),
      body: {
        content: {
          'text/csv': { schema: text },
          'application/x-ndjson': { schema: text },
          'application/jsonl': { schema: text },
        },
      },
      response: {
        200: importReport,
        ...problemResponses(
          ...creationProblems,
          'payload_too_large',
          'unsupported_media_type',
          'not_found',
          'read_only_dataset',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const { dataset_id } = request.params;
        await requireOwnDataset(datasets, accountId, dataset_id);
        let rows: ReturnType<typeof parseSongRows>;
        try {
          rows = parseSongRows(request.body as string, mediaType(request) === 'text/csv' ? 'csv' : 'jsonl');
        } catch (error) {
          throw fieldProblem([{ pointer: '#', detail: (error as Error).message }]);
        }
        const { songs, errors } = await checkRows(rows, accountId, music);
        const report = (added: readonly DatasetSong[]): Answer => ({
          status: 200,
          body: {
            rows: rows.length,
            added: added.length,
            rejected: errors.length,
            errors: errors.slice(0, maxReportedErrors),
            song_ids: added.map((song) => song.id),
          },
        });
        if (songs.length === 0) return report([]);
        const added = await datasets.addSongs(accountId, dataset_id, songs, (transaction, created) =>
          keep(transaction, report(created)),
        );
        if (!added) throw new Problem('not_found');
        await songListener.added(
          dataset_id,
          added.map((song) => song.id),
        );
        return report(added);
      }),
  });
};
