import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import {
  type LyricTags,
  type TimedLine,
  timedLinesOf,
  toEnhancedLrc,
  toLrc,
  toSrt,
  toWordSrt,
} from '../../../domain/timed-lyrics.js';
import { id, problemResponses } from '../../schemas/common.js';
import { documented, type Route } from '../../types.js';

interface Format {
  readonly extension: 'lrc' | 'srt';
  readonly operationId: string;
  readonly summary: string;
  readonly contentType: string;
  write(lines: readonly TimedLine[], tags: LyricTags): string;
  /** With times of words. */
  writeWords(lines: readonly TimedLine[], tags: LyricTags): string;
}

const formats: readonly Format[] = [
  {
    extension: 'lrc',
    operationId: 'downloadLyricsLrc',
    summary: 'Download transcribed lyrics as LRC',
    contentType: 'text/plain',
    write: toLrc,
    writeWords: toEnhancedLrc,
  },
  {
    extension: 'srt',
    operationId: 'downloadLyricsSrt',
    summary: 'Download transcribed lyrics as SubRip subtitles',
    contentType: 'application/x-subrip',
    write: toSrt,
    writeWords: toWordSrt,
  },
];

const wordsField = z
  .enum(['true', 'false'])
  .default('false')
  .describe(
    '`true` adds the times of words, where the recogniser gave them: enhanced LRC, and a subtitle for each word',
  );

/** Timed lyrics of a transcription as files for players and video editors. */
export const downloadLyrics: Route = (server, { tasks, music }) => {
  for (const { extension, operationId, summary, contentType, write, writeWords } of formats) {
    server.route({
      method: 'GET',
      url: `/api/v1/tasks/:task_id/lyrics.${extension}`,
      schema: {
        operationId,
        tags: ['lyric-transcription'],
        summary,
        description: 'Holds no lines where the song is instrumental.',
        params: z.strictObject({ task_id: id }),
        querystring: z.strictObject({ words: wordsField }),
        response: {
          200: { description: 'The file', content: { [contentType]: { schema: z.string() } } },
          ...problemResponses('not_found', 'no_timed_lyrics'),
        },
      },
      handler: async (request, reply) => {
        const accountId = request.caller.account.id;
        const task = await tasks.get(accountId, request.params.task_id);
        if (!task) throw new Problem('not_found');
        const lines = timedLinesOf(task);
        if (lines === null) throw new Problem('no_timed_lyrics');
        const writer = request.query.words === 'true' ? writeWords : write;
        // A song that was deleted since has no title any more.
        const song = task.musicId === null ? null : await music.get(accountId, task.musicId);
        return reply
          .type(`${contentType}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${task.id}.${extension}"`)
          .send(documented(writer(lines, song ? { title: song.title, artist: song.artist } : {})));
      },
    });
  }
};
