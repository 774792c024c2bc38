import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { rejectionsFile } from '../../rejections-file.js';
import { id, problemResponses } from '../../schemas/common.js';
import { documented, type Route } from '../../types.js';

export const downloadRejections: Route = (server, { imports }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/imports/:import_id/rejections.csv',
    schema: {
      operationId: 'downloadRejections',
      tags: ['datasets'],
      summary: 'Download all rejected rows of an import',
      description: 'CSV with the columns `row` (from 1, without the header) and `detail`.',
      params: z.strictObject({ import_id: id }),
      response: {
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
        ...problemResponses('not_found'),
      },
    },
    handler: async (request, reply) => {
      const accountId = request.caller.account.id;
      const job = await imports.get(accountId, request.params.import_id);
      if (!job) throw new Problem('not_found');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${job.id}-rejections.csv"`)
        .send(documented(rejectionsFile(imports.rejections(accountId, job.id))));
    },
  });
};
