import { z } from 'zod';
import { nextCursor, pageQuery, problemResponses } from '../../schemas/common.js';
import { datasetBody, datasetSchema } from '../../schemas/dataset.js';
import type { Route } from '../../types.js';

export const listDatasets: Route = (server, { datasets }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/datasets',
    schema: {
      operationId: 'listDatasets',
      tags: ['datasets'],
      summary: 'List datasets: `default` first, then the newest',
      querystring: pageQuery,
      response: {
        200: z.strictObject({ datasets: z.array(datasetSchema), next_cursor: nextCursor }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const page = await datasets.list(request.caller.account.id, request.query);
      return reply.send({ datasets: page.items.map(datasetBody), next_cursor: page.nextCursor });
    },
  });
};
