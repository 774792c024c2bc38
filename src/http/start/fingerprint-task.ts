/** The two fingerprint operations: the same request, no model, the musicId variant only. */
import { z } from 'zod';
import { answerOnce } from '../answer-once.js';
import type { HttpDependencies } from '../ports.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../schemas/common.js';
import { taskIdAnswer } from '../schemas/task.js';
import type { ApiServer } from '../types.js';
import { requireMusic } from './require-music.js';
import { startTask } from './start-task.js';

export interface FingerprintTask {
  readonly url: string;
  readonly operation: 'fingerprint-add' | 'fingerprint-check';
  readonly operationId: string;
  readonly summary: string;
}

export function registerFingerprintTask(
  server: ApiServer,
  dependencies: HttpDependencies,
  { url, operation, operationId, summary }: FingerprintTask,
): void {
  server.route({
    method: 'POST',
    url,
    schema: {
      operationId,
      tags: ['fingerprint'],
      summary,
      headers: idempotencyHeaders,
      body: z.strictObject({ musicId: id }),
      response: {
        202: taskIdAnswer,
        ...problemResponses(
          ...jsonBodyProblems,
          ...creationProblems,
          'unknown_music_id',
          'needs_audio',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const music = await requireMusic(dependencies.music, accountId, request.body.musicId);
        return startTask(
          dependencies,
          request.caller,
          {
            operation,
            model: '',
            variant: 'music',
            music,
            parameters: {},
          },
          keep,
        );
      }),
  });
}
