import { z } from 'zod';
import { taskView } from '../../../domain/callback-body.js';
import { operationNames } from '../../../domain/operations.js';
import { taskStatuses } from '../../../domain/task.js';
import { id, nextCursor, pageQuery, problemResponses } from '../../schemas/common.js';
import { taskViewSchema } from '../../schemas/task.js';
import { documented, type Route } from '../../types.js';

const query = pageQuery.extend({
  status: z
    .enum([...taskStatuses, 'completed'])
    .optional()
    .describe('`completed` is `success`'),
  operation: z.enum(operationNames).optional(),
  musicId: id.optional(),
});

export const listTasks: Route = (server, { tasks }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/tasks',
    schema: {
      operationId: 'listTasks',
      tags: ['tasks'],
      summary: 'List tasks, newest first',
      querystring: query,
      response: {
        200: z.strictObject({ tasks: z.array(taskViewSchema), next_cursor: nextCursor }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const { status, ...filter } = request.query;
      const page = await tasks.list(request.caller.account.id, {
        ...filter,
        status: status === 'completed' ? 'success' : status,
      });
      return reply.send(documented({ tasks: page.tasks.map(taskView), next_cursor: page.nextCursor }));
    },
  });
};
