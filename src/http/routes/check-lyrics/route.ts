import { z } from 'zod';
import { lyricLanguages } from '../../../domain/languages.js';
import { operations } from '../../../domain/operations.js';
import { answerOnce } from '../../answer-once.js';
import {
  creationProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  line,
  problemResponses,
} from '../../schemas/common.js';
import { lyricText } from '../../schemas/dataset.js';
import { taskIdAnswer } from '../../schemas/task.js';
import { requireDataset } from '../../start/require-dataset.js';
import { requireMusic } from '../../start/require-music.js';
import { startTask } from '../../start/start-task.js';
import type { Route } from '../../types.js';

const body = z
  .strictObject({
    lyric_text: lyricText.optional(),
    song_title: line(500)
      .min(1)
      .optional()
      .describe('Needed with `lyric_text`. With `musicId`, the title of that song where absent'),
    musicId: id
      .optional()
      .describe(
        'Instead of `lyric_text`: a recording, whose sung words are recognised and compared. It needs an installed speech recogniser',
      ),
    language: z
      .enum(lyricLanguages)
      .optional()
      .describe('With `musicId`, a hint: the language that is sung; detected where absent'),
    dataset_id: id
      .optional()
      .describe(
        '`default`, or a dataset of this account; where absent, `default` and all of this account’s are searched',
      ),
    other_lyric_text: lyricText
      .optional()
      .describe(
        'Compares with this text alone, and with no dataset: the result holds at most this one match',
      ),
    other_song_title: line(500).min(1).optional().describe('With `other_lyric_text`: its title'),
  })
  .superRefine((given, context) => {
    const miss = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (given.other_lyric_text !== undefined && given.dataset_id !== undefined)
      miss('dataset_id', 'Compare either with a dataset or with other_lyric_text.');
    if (given.musicId !== undefined) {
      if (given.other_lyric_text !== undefined)
        miss('other_lyric_text', 'Compare two texts: send lyric_text instead of musicId.');
      if (given.lyric_text !== undefined) miss('lyric_text', 'Send either lyric_text or musicId, not both.');
      return;
    }
    if (given.lyric_text === undefined)
      miss('lyric_text', 'This field is required, unless musicId is given.');
    if (given.song_title === undefined) miss('song_title', 'This field is required with lyric_text.');
    if (given.language !== undefined) miss('language', 'This field is only for a recording (musicId).');
  });

export const checkLyrics: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/lyric-plagiarism/:model_name',
    schema: {
      operationId: 'checkLyrics',
      tags: ['lyric-plagiarism'],
      summary: 'Compare lyrics, or what is sung in a recording, with a song database or another text',
      headers: idempotencyHeaders,
      params: z.strictObject({ model_name: z.enum(operations['lyric-plagiarism'].models) }),
      body,
      response: {
        202: taskIdAnswer,
        ...problemResponses(
          ...jsonBodyProblems,
          ...creationProblems,
          'unknown_dataset_id',
          'unknown_music_id',
          'needs_audio',
          'analysis_not_offered',
          'queue_full',
        ),
      },
    },
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const { musicId, dataset_id: datasetId, ...parameters } = request.body;
        const accountId = request.caller.account.id;
        const music =
          musicId === undefined ? null : await requireMusic(dependencies.music, accountId, musicId);
        if (datasetId !== undefined) {
          await requireDataset(dependencies.datasets, accountId, datasetId);
        }
        return startTask(
          dependencies,
          request.caller,
          {
            operation: 'lyric-plagiarism',
            model: request.params.model_name,
            variant: 'music',
            music,
            parameters: {
              ...parameters,
              ...(music && { song_title: parameters.song_title ?? music.title }),
              ...(datasetId !== undefined && { dataset_id: datasetId }),
            },
          },
          keep,
        );
      }),
  });
};
