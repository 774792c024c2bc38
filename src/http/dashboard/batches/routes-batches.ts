/**
 * Batches: many files, each given the same analyses, and one table of what became of them. A browser announces the
 * files first and then sends one after the other, so that whoever comes back sees what is missing and sends only that.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type BatchAnalysis, maxBatchFiles } from '../../../domain/batch.js';
import { operationNames, operations } from '../../../domain/operations.js';
import { csvFile } from '../../csv-file.js';
import { requireOffered } from '../../offered-analyses.js';
import { line } from '../../schemas/common.js';
import { requirePlan } from '../../start/require-plan.js';
import type { DashboardDependencies } from '../dependencies.js';
import { DashboardProblem, notFound, parse } from '../problem.js';
import { userOf } from '../session-guard.js';
import { receiveBatchFile } from './receive-file.js';
import { batchView, rowView } from './views.js';

const analysis = z
  .object({
    operation: z.enum(operationNames).exclude(['compare']),
    model: z.string().max(40).default(''),
    dataset_id: z.string().max(100).nullable().default(null),
  })
  .refine(({ operation, model }) => {
    const { models } = operations[operation];
    return models.length === 0 ? model === '' : models.includes(model);
  }, 'this operation has no such model');

const createBody = z.object({
  name: line(200).default(''),
  analyses: z
    .array(analysis)
    .min(1, 'Choose an analysis')
    .max(operationNames.length)
    .refine(
      (chosen) => new Set(chosen.map(({ operation }) => operation)).size === chosen.length,
      'Choose each analysis once',
    ),
  files: z
    .array(
      z.object({
        // As it is: the browser finds the file again by this name.
        name: z.string().min(1).max(500),
        bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      }),
    )
    .min(1, 'Choose a file')
    .max(maxBatchFiles, `A batch holds ${maxBatchFiles} files; send the others as another batch`),
});

type WithId = { Params: { id: string } };
type WithPosition = { Params: { id: string; position: string } };

export function batchRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { batches, accounts, datasets, settings } = dependencies;

  /** What would refuse every file is refused before the first is sent. */
  async function requireRunnable(accountId: string, analyses: readonly BatchAnalysis[]): Promise<void> {
    const account = await accounts.get(accountId);
    if (!account) throw notFound('account');
    for (const { operation, model, datasetId } of analyses) {
      requireOffered(settings.analyses, operation);
      if (operation === 'lyric-plagiarism') requireOffered(settings.analyses, 'lyric-transcription');
      requirePlan(account.plan, operation, model);
      if (datasetId !== null && !(await datasets.get(accountId, datasetId))) throw notFound('dataset');
    }
  }

  app.post('/batches', async (request, reply) => {
    const { accountId, id: userId } = userOf(request);
    const { name, analyses: given, files } = parse(createBody, request.body);
    const analyses = given.map(({ operation, model, dataset_id: datasetId }) => ({
      operation,
      model,
      datasetId,
    }));
    await requireRunnable(accountId, analyses);
    const batch = await batches.create({ accountId, userId, name, analyses, files });
    if (batch === 'too-many') {
      throw new DashboardProblem(
        409,
        'too_many_batches',
        'This account has 20 batches that have not ended. Finish or close one of them first.',
      );
    }
    return reply.code(201).send(batchView(batch));
  });

  app.get('/batches', async (request) => ({
    batches: (await batches.list(userOf(request).accountId)).map(batchView),
  }));

  app.get<WithId>('/batches/:id', async (request) => {
    const { accountId } = userOf(request);
    const batch = await batches.get(accountId, request.params.id);
    if (!batch) throw notFound('batch');
    const rows = await batches.rows(accountId, batch.id);
    return { ...batchView(batch), rows: rows.map(rowView) };
  });

  app.post<WithPosition>(
    '/batches/:id/files/:position',
    async (request: FastifyRequest<WithPosition>, reply: FastifyReply) => {
      const { accountId } = userOf(request);
      const { id: batchId } = request.params;
      const position = /^\d{1,4}$/.test(request.params.position) ? Number(request.params.position) : -1;
      const place = { accountId, batchId, position };
      return rowView(await receiveBatchFile(dependencies, request, reply, place));
    },
  );

  app.post<WithId>('/batches/:id/close', async (request) => {
    const { accountId } = userOf(request);
    if (!(await batches.close(accountId, request.params.id))) throw notFound('batch');
    return batchView((await batches.get(accountId, request.params.id))!);
  });

  app.delete<WithId>('/batches/:id', async (request, reply) => {
    if (!(await batches.remove(userOf(request).accountId, request.params.id))) throw notFound('batch');
    return reply.code(204).send();
  });

  app.get<WithId>('/batches/:id/rejections.csv', async (request, reply) => {
    const { accountId } = userOf(request);
    const batch = await batches.get(accountId, request.params.id);
    if (!batch) throw notFound('batch');
    const rejected = (await batches.rows(accountId, batch.id)).filter(({ state }) => state === 'rejected');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${batch.id}-rejections.csv"`)
      .send(csvFile([['file', 'reason'], ...rejected.map(({ name, detail }) => [name, detail ?? ''])]));
  });
}
