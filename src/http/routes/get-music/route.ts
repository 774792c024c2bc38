import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { musicBody, musicSchema } from '../../schemas/music.js';
import type { Route } from '../../types.js';

export const getMusic: Route = (server, { music }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/music/:musicId',
    schema: {
      operationId: 'getMusic',
      tags: ['music'],
      summary: 'Read one music record',
      params: z.strictObject({ musicId: id }),
      response: { 200: musicSchema, ...problemResponses('not_found') },
    },
    handler: async (request, reply) => {
      const found = await music.get(request.caller.account.id, request.params.musicId);
      if (!found) throw new Problem('not_found');
      return reply.send(musicBody(found));
    },
  });
};
