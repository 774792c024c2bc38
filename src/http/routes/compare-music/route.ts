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
import { type OtherSong, otherSongParameters } from '../../start/other-song.js';
import { requireMusic } from '../../start/require-music.js';
import { startTask } from '../../start/start-task.js';
import type { Route } from '../../types.js';
import { fieldProblem } from '../../validation.js';

const body = z.strictObject({
  musicId: id.describe('The song that stands as `original` in the result'),
  otherMusicId: id.optional().describe('The song that stands as `comparison`: a recording of this account'),
  otherDatasetId: id
    .optional()
    .describe('Instead of `otherMusicId`: `default`, or a dataset of this account'),
  otherSongId: id.optional().describe('With `otherDatasetId`: a song of it that has a recording'),
});
type Body = z.output<typeof body>;

/** Throws the 422 where not exactly one other song is named. */
function otherOf({ musicId, otherMusicId, otherDatasetId, otherSongId }: Body): OtherSong {
  if (otherMusicId === musicId) {
    throw fieldProblem([{ pointer: '#/otherMusicId', detail: 'Must name another song than musicId.' }]);
  }
  if (otherMusicId !== undefined && otherDatasetId === undefined && otherSongId === undefined) {
    return { musicId: otherMusicId };
  }
  if (otherMusicId === undefined && otherDatasetId !== undefined && otherSongId !== undefined) {
    return { datasetId: otherDatasetId, songId: otherSongId };
  }
  const detail = 'Name either otherMusicId, or otherDatasetId and otherSongId.';
  throw fieldProblem([{ pointer: otherSongId === undefined ? '#/otherMusicId' : '#/otherSongId', detail }]);
}

export const compareMusic: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/compare',
    schema: {
      operationId: 'compareMusic',
      tags: ['plagiarism'],
      summary: 'Compare two songs with each other, bar by bar',
      description:
        'The second song is a recording of the account, or a song of a dataset. ' +
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
          'unknown_song',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const other = otherOf(request.body);
        const music = await requireMusic(dependencies.music, accountId, request.body.musicId);
        const parameters = await otherSongParameters(dependencies, accountId, other);
        if (parameters.other_music_id === music.id) {
          const detail = 'Must name another song than musicId: this one is the same recording.';
          throw fieldProblem([{ pointer: '#/otherSongId', detail }]);
        }
        return startTask(
          dependencies,
          request.caller,
          {
            operation: 'compare',
            model: '',
            variant: 'music',
            music,
            parameters,
          },
          keep,
        );
      }),
  });
};
