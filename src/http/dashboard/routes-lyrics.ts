/** Transcribed lyrics as files for players and video editors. */
import type { FastifyInstance } from 'fastify';
import { timedLinesOf, toEnhancedLrc, toLrc, toSrt, toWordSrt } from '../../domain/timed-lyrics.js';
import type { DashboardDependencies } from './dependencies.js';
import { notFound } from './problem.js';
import { userOf } from './session-guard.js';

const formats = [
  { extension: 'lrc', contentType: 'text/plain', write: toLrc, writeWords: toEnhancedLrc },
  { extension: 'srt', contentType: 'application/x-subrip', write: toSrt, writeWords: toWordSrt },
] as const;

export function lyricsRoutes(app: FastifyInstance, { tasks, music }: DashboardDependencies): void {
  for (const { extension, contentType, write, writeWords } of formats) {
    app.get<{ Params: { id: string }; Querystring: { words?: string } }>(
      `/tasks/:id/lyrics.${extension}`,
      async (request, reply) => {
        const { accountId } = userOf(request);
        const task = await tasks.get(accountId, request.params.id);
        const lines = task && timedLinesOf(task);
        if (!lines) throw notFound('transcription');
        const writer = request.query.words === 'true' ? writeWords : write;
        const song = task.musicId === null ? null : await music.get(accountId, task.musicId);
        return reply
          .type(`${contentType}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${task.id}.${extension}"`)
          .header('x-content-type-options', 'nosniff')
          .send(writer(lines, song ? { title: song.title, artist: song.artist } : {}));
      },
    );
  }
}
