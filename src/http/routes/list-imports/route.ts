import { z } from 'zod';
import { id, nextCursor, pageQuery, problemResponses } from '../../schemas/common.js';
import { importBody, importSchema } from '../../schemas/song-import.js';
import { documented, type Route } from '../../types.js';

export const listImports: Route = (server, { imports }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/imports',
    schema: {
      operationId: 'listImports',
      tags: ['datasets'],
      summary: 'List imports, newest first',
      querystring: pageQuery.extend({ dataset_id: id.optional() }),
      response: {
        200: z.strictObject({ imports: z.array(importSchema), next_cursor: nextCursor }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const { dataset_id, ...page } = request.query;
      const { items, nextCursor } = await imports.list(request.caller.account.id, {
        ...page,
        ...(dataset_id === undefined ? {} : { datasetId: dataset_id }),
      });
      return reply.send(documented({ imports: items.map(importBody), next_cursor: nextCursor }));
    },
  });
};
