import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { importDetailBody, importDetailSchema } from '../../schemas/song-import.js';
import { documented, type Route } from '../../types.js';

export const getImport: Route = (server, { imports }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/imports/:import_id',
    schema: {
      operationId: 'getImport',
      tags: ['datasets'],
      summary: 'Read one import and, once it has ended, its report',
      params: z.strictObject({ import_id: id }),
      response: { 200: importDetailSchema, ...problemResponses('not_found') },
    },
    handler: async (request, reply) => {
      const job = await imports.get(request.caller.account.id, request.params.import_id);
      if (!job) throw new Problem('not_found');
      return reply.send(documented(await importDetailBody(imports, job)));
    },
  });
};
