import { z } from 'zod';
import { answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../../schemas/common.js';
import { taskIdAnswer, taskRecordAnswer } from '../../schemas/task.js';
import { acceptedTask, enqueueAgain } from '../../start/start-task.js';
import type { Route } from '../../types.js';

export const rerunTask: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/tasks/:task_id/rerun',
    schema: {
      operationId: 'rerunTask',
      tags: ['tasks'],
      summary: 'Run a finished task again, as a new task',
      headers: idempotencyHeaders,
      params: z.strictObject({ task_id: id }),
      response: {
        202: z.union([taskIdAnswer, taskRecordAnswer]),
        ...problemResponses(
          ...jsonBodyProblems,
          ...creationProblems,
          'not_found',
          'task_not_final',
          'plan_required',
          'unknown_music_id',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const task = await enqueueAgain(
          dependencies,
          request.caller,
          request.params.task_id,
          (transaction, created) => keep(transaction, acceptedTask(created)),
        );
        return acceptedTask(task);
      }),
  });
};
