import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { songBody, songSchema } from '../../schemas/dataset.js';
import type { Route } from '../../types.js';

export const getSong: Route = (server, { datasets }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/datasets/:dataset_id/songs/:song_id',
    schema: {
      operationId: 'getSong',
      tags: ['datasets'],
      summary: 'Read one song of a dataset, with its lyrics where the dataset is your own',
      params: z.strictObject({ dataset_id: id, song_id: id }),
      response: { 200: songSchema, ...problemResponses('not_found') },
    },
    handler: async (request, reply) => {
      const accountId = request.caller.account.id;
      const { dataset_id, song_id } = request.params;
      const [dataset, song] = await Promise.all([
        datasets.get(accountId, dataset_id),
        datasets.getSong(accountId, dataset_id, song_id),
      ]);
      if (!dataset || !song) throw new Problem('not_found');
      // The lyrics of `default` are the operator's, who may not be free to hand them out.
      return reply.send(songBody(song, dataset.accountId === accountId));
    },
  });
};
