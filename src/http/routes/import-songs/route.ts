import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { answerOnce } from '../../answer-once.js';
import { mediaType } from '../../content-type.js';
import { creationProblems, id, idempotencyHeaders, problemResponses } from '../../schemas/common.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import type { Route } from '../../types.js';
import { fieldProblem } from '../../validation.js';
import { checkRows } from './check-rows.js';

const text = z.string().min(1).max(1_000_000_000);

const report = z
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
        200: report,
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
      answerOnce(dependencies, request, reply, async () => {
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
        const added = songs.length === 0 ? [] : await datasets.addSongs(accountId, dataset_id, songs);
        if (!added) throw new Problem('not_found');
        const songIds = added.map((song) => song.id);
        if (songIds.length > 0) await songListener.added(dataset_id, songIds);
        return {
          status: 200,
          body: {
            rows: rows.length,
            added: added.length,
            rejected: errors.length,
            errors: errors.slice(0, maxReportedErrors),
            song_ids: songIds,
          },
        };
      }),
  });
};
