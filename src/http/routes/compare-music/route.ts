import { z } from 'zod';
import { answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../../schemas/common.js';
import { taskIdAnswer } from '../../schemas/task.js';
import { requireMusic } from '../../start/require-music.js';
import { startTask } from '../../start/start-task.js';
import type { Route } from '../../types.js';
import { fieldProblem } from '../../validation.js';

const body = z.strictObject({
  musicId: id.describe('The song that stands as `original` in the result'),
  otherMusicId: id.describe('The song that stands as `comparison`'),
});

export const compareMusic: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/compare',
    schema: {
      operationId: 'compareMusic',
      tags: ['plagiarism'],
      summary: 'Compare two songs with each other, bar by bar',
      description:
        'Answers at once; the result comes as a callback and can be read as a task, with the evidence of what is ' +
        'below the reporting threshold in `detail`, and as an HTML page at `/api/v1/tasks/{task_id}/report`.',
      headers: idempotencyHeaders,
      body,
      response: {
        202: taskIdAnswer,
        ...problemResponses(
          ...jsonBodyProblems,
          ...creationProblems,
          'unknown_music_id',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const { musicId, otherMusicId } = request.body;
        const music = await requireMusic(dependencies.music, accountId, musicId);
        const other = await requireMusic(dependencies.music, accountId, otherMusicId, 'otherMusicId');
        if (music.id === other.id) {
          const detail = 'Must name another song than musicId.';
          throw fieldProblem([{ pointer: '#/otherMusicId', detail }]);
        }
        return startTask(
          dependencies,
          request.caller,
          {
            operation: 'compare',
            model: '',
            variant: 'music',
            music,
            parameters: { other_music_id: other.id },
          },
          keep,
        );
      }),
  });
};
