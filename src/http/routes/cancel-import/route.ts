import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import { importBody, importSchema } from '../../schemas/song-import.js';
import { documented, type Route } from '../../types.js';

export const cancelImport: Route = (server, { imports }) => {
  server.route({
    method: 'POST',
    url: '/api/v1/imports/:import_id/cancel',
    schema: {
      operationId: 'cancelImport',
      tags: ['datasets'],
      summary: 'Cancel an import',
      description: 'Songs that were added stay. An import that has ended is answered as it is.',
      params: z.strictObject({ import_id: id }),
      response: { 200: importSchema, ...problemResponses(...jsonBodyProblems, 'not_found') },
    },
    handler: async (request, reply) => {
      const job = await imports.cancel(request.caller.account.id, request.params.import_id);
      if (!job) throw new Problem('not_found');
      return reply.send(documented(importBody(job)));
    },
  });
};
