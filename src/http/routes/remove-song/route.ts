import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import type { Route } from '../../types.js';

export const removeSong: Route = (server, { datasets, songListener }) => {
  server.route({
    method: 'DELETE',
    url: '/api/v1/datasets/:dataset_id/songs/:song_id',
    schema: {
      operationId: 'removeSong',
      tags: ['datasets'],
      summary: 'Remove a song from a dataset',
      params: z.strictObject({ dataset_id: id, song_id: id }),
      response: {
        204: z.undefined().describe('Removed'),
        ...problemResponses(...jsonBodyProblems, 'not_found', 'read_only_dataset'),
      },
    },
    handler: async (request, reply) => {
      const accountId = request.caller.account.id;
      const { dataset_id, song_id } = request.params;
      await requireOwnDataset(datasets, accountId, dataset_id);
      if (!(await datasets.removeSong(accountId, dataset_id, song_id))) throw new Problem('not_found');
      await songListener.removed(dataset_id, [song_id]);
      return reply.code(204).send();
    },
  });
};
