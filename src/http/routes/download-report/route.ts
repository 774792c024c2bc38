import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { reportHeaders } from '../../report-headers.js';
import { id, problemResponses } from '../../schemas/common.js';
import { documented, type Route } from '../../types.js';

export const downloadReport: Route = (server, { tasks, comparisons }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/tasks/:task_id/report',
    schema: {
      operationId: 'downloadReport',
      tags: ['plagiarism'],
      summary: 'Download the comparison of two songs as an HTML page',
      description:
        'One page that needs nothing else: aligned piano rolls, chords, scores, and the matching segments to listen to.',
      params: z.strictObject({ task_id: id }),
      response: {
        200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
        ...problemResponses('not_found', 'no_report'),
      },
    },
    handler: async (request, reply) => {
      const task = await tasks.get(request.caller.account.id, request.params.task_id);
      if (!task) throw new Problem('not_found');
      if (task.operation !== 'compare' || task.status !== 'success') throw new Problem('no_report');
      const page = await comparisons.report(task);
      if (page === null) throw new Problem('no_report', 'A song of this comparison was deleted.');
      return reply.headers(reportHeaders(task.id)).send(documented(page));
    },
  });
};
