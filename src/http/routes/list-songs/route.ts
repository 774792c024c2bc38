import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, nextCursor, pageQuery, problemResponses } from '../../schemas/common.js';
import { songBody, songSchema } from '../../schemas/dataset.js';
import type { Route } from '../../types.js';

export const listSongs: Route = (server, { datasets }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/datasets/:dataset_id/songs',
    schema: {
      operationId: 'listSongs',
      tags: ['datasets'],
      summary: 'List the songs of a dataset, oldest first',
      params: z.strictObject({ dataset_id: id }),
      querystring: pageQuery,
      response: {
        200: z.strictObject({ songs: z.array(songSchema), next_cursor: nextCursor }),
        ...problemResponses('not_found'),
      },
    },
    handler: async (request, reply) => {
      const { dataset_id } = request.params;
      const page = await datasets.listSongs(request.caller.account.id, dataset_id, request.query);
      if (!page) throw new Problem('not_found');
      return reply.send({
        songs: page.items.map((song) => songBody(song, false)),
        next_cursor: page.nextCursor,
      });
    },
  });
};
