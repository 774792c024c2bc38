/** The library: upload, list, delete, and the audio itself for the player. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditAction } from '../../domain/review.js';
import { verdictWords } from '../../domain/verdict/verdict-words.js';
import { musicSorts } from '../../storage/ports.js';
import { deleteMusicFor } from '../delete-music.js';
import { line } from '../schemas/common.js';
import { musicBody, uploadedMusicBody } from '../schemas/music.js';
import { byteRange } from './byte-range.js';
import type { DashboardDependencies } from './dependencies.js';
import type { User } from './ports.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { actorOf } from './review/views.js';
import { userOf } from './session-guard.js';

const uploadQuery = z.object({ filename: z.string().trim().min(1).max(255) });
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
  search: z.string().trim().max(200).optional(),
  sort: z.enum(musicSorts).default('newest'),
  kind: z.enum(['uploads', 'references']).optional(),
  tag: z.string().max(50).optional(),
});
const namesBody = z.object({
  title: line(500).min(1, 'Enter a title'),
  artist: line(500).default(''),
});

const contentTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  midi: 'audio/midi',
};

type WithId = { Params: { id: string } };

export function musicRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { music: songs, blobs } = dependencies;
  const record = (user: User, action: AuditAction, subject: string): Promise<void> =>
    dependencies.audit.append(actorOf(user), user.accountId, { action, subject, detail: {} });
  // A browser sends the file's bytes as they are: no form to take apart, and progress is simple to show.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

  app.post('/music', async (request, reply) => {
    const { accountId } = userOf(request);
    const { filename } = parse(uploadQuery, request.query);
    if (request.headers['content-type'] !== 'application/octet-stream') {
      throw new DashboardProblem(415, 'unsupported_media_type', 'Send the bytes of one audio file.');
    }
    const { music, warnings } = await dependencies.upload(request, reply, { accountId, filename });
    return reply.code(201).send(uploadedMusicBody(music, warnings));
  });

  app.get('/music', async (request) => {
    const { accountId } = userOf(request);
    const page = await songs.list(accountId, parse(listQuery, request.query));
    const ids = page.items.map(({ id }) => id);
    const findings = await dependencies.tasks.findings(accountId, ids);
    const tags = await dependencies.tags.of(accountId, ids);
    const music = page.items.map((item) => ({
      ...musicBody(item),
      tags: tags.get(item.id) ?? [],
      findings: findings
        .filter(({ musicId }) => musicId === item.id)
        .map(({ taskId, operation, finding }) => ({
          task_id: taskId,
          operation,
          finding,
          label: verdictWords(operation, finding, {}).label,
        })),
    }));
    return { music, next_cursor: page.nextCursor };
  });

  app.get<WithId>('/music/:id', async (request) => {
    const { accountId } = userOf(request);
    const music = await songs.get(accountId, request.params.id);
    if (!music) throw notFound('song');
    const tags = await dependencies.tags.of(accountId, [music.id]);
    return { ...musicBody(music), tags: tags.get(music.id) ?? [] };
  });

  app.patch<WithId>('/music/:id', async (request) => {
    const user = userOf(request);
    const names = parse(namesBody, request.body);
    const music = await songs.rename(user.accountId, request.params.id, names);
    if (!music) throw notFound('song');
    await record(user, 'recording.renamed', music.id);
    return musicBody(music);
  });

  app.get<WithId>('/music/:id/description', async (request) => {
    const { accountId } = userOf(request);
    const music = await songs.get(accountId, request.params.id);
    if (!music) throw notFound('song');
    return dependencies.descriptions.read(music.id, { notes: false });
  });

  app.delete<WithId>('/music/:id', async (request, reply) => {
    const user = userOf(request);
    const deleted = await deleteMusicFor(dependencies, user.accountId, request.params.id);
    if (!deleted) throw notFound('song');
    await record(user, 'recording.deleted', request.params.id);
    return reply.code(204).send();
  });

  app.get<WithId>('/music/:id/audio', async (request, reply) => {
    const music = await songs.get(userOf(request).accountId, request.params.id);
    if (!music) throw notFound('song');
    const range = byteRange(request.headers.range, music.bytes);
    if (range === 'unsatisfiable') {
      throw new DashboardProblem(
        416,
        'range_not_satisfiable',
        'The file is shorter than that.',
        {},
        {
          'content-range': `bytes */${music.bytes}`,
        },
      );
    }
    const start = range?.start ?? 0;
    const end = range?.end ?? music.bytes - 1;
    reply
      .code(range ? 206 : 200)
      .type(contentTypes[music.format] ?? 'application/octet-stream')
      .header('accept-ranges', 'bytes')
      .header('content-length', end - start + 1)
      .header('cache-control', 'private, max-age=3600')
      // The bytes are a stranger's: never a page of ours, whatever they say they are.
      .header('content-disposition', 'attachment')
      .header('x-content-type-options', 'nosniff');
    if (range) reply.header('content-range', `bytes ${start}-${end}/${music.bytes}`);
    return reply.send(await blobs.open(music.blobKey, { start, end }));
  });
}
