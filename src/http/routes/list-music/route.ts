import { z } from 'zod';
import { nextCursor, pageQuery, problemResponses } from '../../schemas/common.js';
import { musicBody, musicSchema } from '../../schemas/music.js';
import type { Route } from '../../types.js';

export const listMusic: Route = (server, { music }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/music',
    schema: {
      operationId: 'listMusic',
      tags: ['music'],
      summary: 'List uploaded music, newest first',
      querystring: pageQuery,
      response: {
        200: z.strictObject({ music: z.array(musicSchema), next_cursor: nextCursor }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const page = await music.list(request.caller.account.id, request.query);
      return reply.send({ music: page.items.map(musicBody), next_cursor: page.nextCursor });
    },
  });
};
