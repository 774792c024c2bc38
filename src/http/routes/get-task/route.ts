import { z } from 'zod';
import { taskView } from '../../../domain/callback-body.js';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { taskViewSchema } from '../../schemas/task.js';
import { documented, type Route } from '../../types.js';

export const getTask: Route = (server, { tasks }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/tasks/:task_id',
    schema: {
      operationId: 'getTask',
      tags: ['tasks'],
      summary: 'Read the state and the result of a task',
      params: z.strictObject({ task_id: id }),
      response: { 200: taskViewSchema, ...problemResponses('not_found') },
    },
    handler: async (request, reply) => {
      const task = await tasks.get(request.caller.account.id, request.params.task_id);
      if (!task) throw new Problem('not_found');
      return reply.type('application/json; charset=utf-8').send(documented(taskView(task)));
    },
  });
};
