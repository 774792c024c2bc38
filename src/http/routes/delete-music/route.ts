import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';

export const deleteMusic: Route = (server, { music, blobs, fingerprints }) => {
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
      const accountId = request.caller.account.id;
      const { musicId } = request.params;
      if (!(await music.get(accountId, musicId))) throw new Problem('not_found');
      // The record goes last: until then a repeat finds it and finishes what a crash cut off.
      await fingerprints.remove(accountId, musicId);
      const found = await music.get(accountId, musicId);
      if (found) await blobs.delete(found.blobKey);
      await music.remove(accountId, musicId);
      return reply.code(204).send();
    },
  });
};
