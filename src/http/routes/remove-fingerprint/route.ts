import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';

export const removeFingerprint: Route = (server, { fingerprints }) => {
  server.route({
    method: 'DELETE',
    url: '/api/v1/fingerprint/:musicId',
    schema: {
      operationId: 'removeFingerprint',
      tags: ['fingerprint'],
      summary: "Take a song's fingerprint out of the similarity index",
      params: z.strictObject({ musicId: id }),
      response: {
        204: z.undefined().describe('Removed'),
        ...problemResponses(...jsonBodyProblems, 'not_found'),
      },
    },
    handler: async (request, reply) => {
      const removed = await fingerprints.remove(request.caller.account.id, request.params.musicId);
      if (!removed) throw new Problem('not_found');
      return reply.code(204).send();
    },
  });
};
