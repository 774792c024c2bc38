import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../../schemas/common.js';
import { taskIdAnswer, taskRecordAnswer } from '../../schemas/task.js';
import { requirePlan } from '../../start/require-plan.js';
import { acceptedTask } from '../../start/start-task.js';
import type { Route } from '../../types.js';

export const rerunTask: Route = (server, dependencies) => {
  const { tasks, music } = dependencies;
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
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const { account, keyId } = request.caller;
        const { task_id } = request.params;
        const earlier = await tasks.get(account.id, task_id);
        if (!earlier) throw new Problem('not_found');
        requirePlan(account.plan, earlier.operation, earlier.model);
        for (const musicId of [earlier.musicId, earlier.parameters.other_music_id]) {
          if (typeof musicId === 'string' && !(await music.get(account.id, musicId))) {
            throw new Problem('unknown_music_id', 'The music of this task was deleted.');
          }
        }
        const task = await tasks.rerun(account.id, task_id, keyId, (transaction, created) =>
          keep(transaction, acceptedTask(created)),
        );
        if (task === null) throw new Problem('not_found');
        if (task === 'not-final') throw new Problem('task_not_final');
        return acceptedTask(task);
      }),
  });
};
