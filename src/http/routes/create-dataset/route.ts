import { z } from 'zod';
import { withoutFormattingCharacters } from '../../../domain/formatting-characters.js';
import type { Dataset } from '../../../storage/ports.js';
import { type Answer, answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  idempotencyHeaders,
  jsonBodyProblems,
  line,
  problemResponses,
} from '../../schemas/common.js';
import { datasetBody, datasetSchema } from '../../schemas/dataset.js';
import type { Route } from '../../types.js';

export const createDataset: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/datasets',
    schema: {
      operationId: 'createDataset',
      tags: ['datasets'],
      summary: 'Create a dataset of songs to compare with',
      headers: idempotencyHeaders,
      body: z.strictObject({
        name: line(200).min(1),
        description: z.string().overwrite(withoutFormattingCharacters).max(2000).default(''),
      }),
      response: { 201: datasetSchema, ...problemResponses(...jsonBodyProblems, ...creationProblems) },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const dataset = await dependencies.datasets.create(accountId, request.body, (transaction, created) =>
          keep(transaction, createdDataset(created)),
        );
        return createdDataset(dataset);
      }),
  });
};

function createdDataset(dataset: Dataset): Answer {
  return {
    status: 201,
    body: datasetBody(dataset),
    headers: { location: `/api/v1/datasets/${dataset.id}` },
  };
}
