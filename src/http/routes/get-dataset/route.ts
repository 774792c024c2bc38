import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { datasetBody, datasetSchema } from '../../schemas/dataset.js';
import type { Route } from '../../types.js';

export const getDataset: Route = (server, { datasets }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/datasets/:dataset_id',
    schema: {
      operationId: 'getDataset',
      tags: ['datasets'],
      summary: 'Read one dataset',
      params: z.strictObject({ dataset_id: id }),
      response: { 200: datasetSchema, ...problemResponses('not_found') },
    },
    handler: async (request, reply) => {
      const found = await datasets.get(request.caller.account.id, request.params.dataset_id);
      if (!found) throw new Problem('not_found');
      return reply.send(datasetBody(found));
    },
  });
};
