import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { deleteMusicFor } from '../../delete-music.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';

export const deleteMusic: Route = (server, dependencies) => {
  server.route({
    method: 'DELETE',
    url: '/api/v1/music/:musicId',
    schema: {
      operationId: 'deleteMusic',
      tags: ['music'],
      summary: 'Delete music, its file and its fingerprint',
      description: 'Results of earlier tasks stay. A task that is still waiting for this music will fail.',
      params: z.strictObject({ musicId: id }),
      response: {
        204: z.undefined().describe('Deleted'),
        ...problemResponses(...jsonBodyProblems, 'not_found'),
      },
    },
    handler: async (request, reply) => {
      const deleted = await deleteMusicFor(dependencies, request.caller.account.id, request.params.musicId);
      if (!deleted) throw new Problem('not_found');
      return reply.code(204).send();
    },
  });
};
