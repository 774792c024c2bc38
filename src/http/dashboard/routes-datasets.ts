/** Datasets: create, look through, remove. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { withoutFormattingCharacters } from '../../domain/formatting-characters.js';
import { songSorts } from '../../storage/ports.js';
import { line } from '../schemas/common.js';
import { datasetBody, songBody } from '../schemas/dataset.js';
import type { DashboardDependencies } from './dependencies.js';
import { notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const createBody = z.object({
  name: line(200).min(1, 'Enter a name'),
  description: z.string().overwrite(withoutFormattingCharacters).trim().max(2000).default(''),
});
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(200).optional(),
});
const songsQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional(),
  sort: z.enum(songSorts).default('oldest'),
});
type WithId = { Params: { id: string } };

export function datasetRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { datasets, music, songListener } = dependencies;

  app.get('/datasets', async (request) => {
    const page = await datasets.list(userOf(request).accountId, parse(pageQuery, request.query));
    return { datasets: page.items.map(datasetBody), next_cursor: page.nextCursor };
  });

  app.post('/datasets', async (request, reply) => {
    const dataset = await datasets.create(userOf(request).accountId, parse(createBody, request.body));
    return reply.code(201).send(datasetBody(dataset));
  });

  app.get<WithId>('/datasets/:id', async (request) => {
    const dataset = await datasets.get(userOf(request).accountId, request.params.id);
    if (!dataset) throw notFound('dataset');
    return datasetBody(dataset);
  });

  app.delete<WithId>('/datasets/:id', async (request, reply) => {
    if (!(await datasets.remove(userOf(request).accountId, request.params.id))) throw notFound('dataset');
    return reply.code(204).send();
  });

  app.get<WithId>('/datasets/:id/songs', async (request) => {
    const { accountId } = userOf(request);
    const page = await datasets.listSongs(accountId, request.params.id, parse(songsQuery, request.query));
    if (!page) throw notFound('dataset');
    const ids = page.items.flatMap(({ musicId }) => musicId ?? []);
    const formats = await music.formats(accountId, [...new Set(ids)]);
    const songs = page.items.map((song) => ({
      ...songBody(song, false),
      // Null where the library of the account has no such recording: there is nothing to open.
      music_format: formats.get(song.musicId ?? '') ?? null,
    }));
    return { songs, next_cursor: page.nextCursor };
  });

  app.get<{ Params: { id: string; song: string } }>('/datasets/:id/songs/:song', async (request) => {
    const { id, song: songId } = request.params;
    const { accountId } = userOf(request);
    const [dataset, song] = await Promise.all([
      datasets.get(accountId, id),
      datasets.getSong(accountId, id, songId),
    ]);
    if (!dataset || !song) throw notFound('song');
    // As the documented interface: the lyrics of `default` are the operator's.
    return songBody(song, dataset.accountId === accountId);
  });

  app.delete<{ Params: { id: string; song: string } }>(
    '/datasets/:id/songs/:song',
    async (request, reply) => {
      const { id, song } = request.params;
      if (!(await datasets.removeSong(userOf(request).accountId, id, song))) throw notFound('song');
      await songListener.removed(id, [song]);
      return reply.code(204).send();
    },
  );
}
