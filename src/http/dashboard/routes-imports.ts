/** Imports of songs: start one with a file, watch, cancel, download what was rejected. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { rejectionsFile } from '../rejections-file.js';
import { line } from '../schemas/common.js';
import { importBody, importDetailBody } from '../schemas/song-import.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const startQuery = z.object({
  format: z.enum(['csv', 'jsonl']),
  name: line(255).default(''),
});
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
  dataset_id: z.string().max(100).optional(),
});

type WithId = { Params: { id: string } };

export function importRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { datasets, imports, importReceiver } = dependencies;

  app.post<WithId>('/datasets/:id/imports', async (request, reply) => {
    const { accountId } = userOf(request);
    const { id: datasetId } = request.params;
    const { format, name } = parse(startQuery, request.query);
    if (request.headers['content-type'] !== 'application/octet-stream') {
      throw new DashboardProblem(415, 'unsupported_media_type', 'Send the bytes of one file.');
    }
    const dataset = await datasets.get(accountId, datasetId);
    if (!dataset || dataset.accountId !== accountId) throw notFound('dataset of your own');
    const file = await importReceiver.receive(request, reply, accountId, format);
    const job = await importReceiver.start({ accountId, datasetId, format, name, file });
    return reply.code(202).send(importBody(job));
  });

  app.get('/imports', async (request) => {
    const { dataset_id, ...page } = parse(listQuery, request.query);
    const { items, nextCursor } = await imports.list(userOf(request).accountId, {
      ...page,
      ...(dataset_id === undefined ? {} : { datasetId: dataset_id }),
    });
    return { imports: items.map(importBody), next_cursor: nextCursor };
  });

  app.get<WithId>('/imports/:id', async (request) => {
    const job = await imports.get(userOf(request).accountId, request.params.id);
    if (!job) throw notFound('import');
    return importDetailBody(imports, job);
  });

  app.post<WithId>('/imports/:id/cancel', async (request) => {
    const job = await imports.cancel(userOf(request).accountId, request.params.id);
    if (!job) throw notFound('import');
    return importBody(job);
  });

  app.get<WithId>('/imports/:id/rejections.csv', async (request, reply) => {
    const { accountId } = userOf(request);
    const job = await imports.get(accountId, request.params.id);
    if (!job) throw notFound('import');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${job.id}-rejections.csv"`)
      .send(rejectionsFile(imports.rejections(accountId, job.id)));
  });
}
