import { z } from 'zod';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import type { Route } from '../../types.js';

export const deleteDataset: Route = (server, { datasets }) => {
  server.route({
    method: 'DELETE',
    url: '/api/v1/datasets/:dataset_id',
    schema: {
      operationId: 'deleteDataset',
      tags: ['datasets'],
      summary: 'Delete a dataset and its songs',
      description: 'Music that its songs refer to stays.',
      params: z.strictObject({ dataset_id: id }),
      response: {
        204: z.undefined().describe('Deleted'),
        ...problemResponses(...jsonBodyProblems, 'not_found', 'read_only_dataset'),
      },
    },
    handler: async (request, reply) => {
      const accountId = request.caller.account.id;
      const { dataset_id } = request.params;
      await requireOwnDataset(datasets, accountId, dataset_id);
      await datasets.remove(accountId, dataset_id);
      return reply.code(204).send();
    },
  });
};
