import { z } from 'zod';
import { taskView } from '../../../domain/callback-body.js';
import { Problem } from '../../../domain/problems.js';
import { id, jsonBodyProblems, problemResponses } from '../../schemas/common.js';
import { taskViewSchema } from '../../schemas/task.js';
import { documented, type Route } from '../../types.js';

export const cancelTask: Route = (server, { tasks }) => {
  server.route({
    method: 'POST',
    url: '/api/v1/tasks/:task_id/cancel',
    schema: {
      operationId: 'cancelTask',
      tags: ['tasks'],
      summary: 'Cancel a task that has not started',
      description: 'A cancelled task sends no callback and costs nothing.',
      params: z.strictObject({ task_id: id }),
      response: {
        200: taskViewSchema,
        ...problemResponses(...jsonBodyProblems, 'not_found', 'task_not_pending'),
      },
    },
    handler: async (request, reply) => {
      const accountId = request.caller.account.id;
      const { task_id } = request.params;
      const outcome = await tasks.cancel(accountId, task_id);
      const task = outcome === 'not-found' ? null : await tasks.get(accountId, task_id);
      if (!task) throw new Problem('not_found');
      // Cancelling twice is fine: the caller wanted it cancelled, and it is.
      if (outcome === 'not-pending' && task.status !== 'cancelled') {
        throw new Problem('task_not_pending', `The task is ${taskView(task).status}.`);
      }
      return reply.send(documented(taskView(task)));
    },
  });
};
