import { z } from 'zod';
import { operations } from '../../../domain/operations.js';
import { answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../../schemas/common.js';
import { lyricText } from '../../schemas/dataset.js';
import { taskIdAnswer } from '../../schemas/task.js';
import { requireDataset } from '../../start/require-dataset.js';
import { startTask } from '../../start/start-task.js';
import type { Route } from '../../types.js';

const body = z.strictObject({
  lyric_text: lyricText,
  song_title: z.string().min(1).max(500),
  dataset_id: id
    .optional()
    .describe(
      '`default`, or a dataset of this account; where absent, `default` and all of this account’s are searched',
    ),
});

export const checkLyrics: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/lyric-plagiarism/:model_name',
    schema: {
      operationId: 'checkLyrics',
      tags: ['lyric-plagiarism'],
      summary: 'Compare lyrics with a song database by meaning',
      headers: idempotencyHeaders,
      params: z.strictObject({ model_name: z.enum(operations['lyric-plagiarism'].models) }),
      body,
      response: {
        202: taskIdAnswer,
        ...problemResponses(
          ...jsonBodyProblems,
          ...creationProblems,
          'unknown_dataset_id',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const { dataset_id: datasetId } = request.body;
        if (datasetId !== undefined) {
          await requireDataset(dependencies.datasets, request.caller.account.id, datasetId);
        }
        return startTask(
          dependencies,
          request.caller,
          {
            operation: 'lyric-plagiarism',
            model: request.params.model_name,
            variant: 'music',
            music: null,
            parameters: { ...request.body },
          },
          keep,
        );
      }),
  });
};
