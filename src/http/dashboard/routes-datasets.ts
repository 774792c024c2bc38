/** Datasets: create, look through, import rows with a report, remove. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ParsedRow } from '../ports.js';
import { checkRows } from '../routes/import-songs/check-rows.js';
import { datasetBody, songBody } from '../schemas/dataset.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const createBody = z.object({
  name: z.string().trim().min(1, 'enter a name').max(200),
  description: z.string().trim().max(2000).default(''),
});
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(200).optional(),
});
const importBody = z.discriminatedUnion('format', [
  z.object({ format: z.enum(['csv', 'jsonl']), text: z.string() }),
  z.object({
    format: z.literal('files'),
    /** Each a song: the text of its .lrc file, its recording, or both. */
    files: z
      .array(
        z.object({
          name: z.string().min(1).max(1000),
          text: z.string().max(1_000_000).optional(),
          music_id: z.string().max(100).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
]);
/** Rows in one insertion, so that a long import does not hold the database for long. */
const rowsAtOnce = 200;
/** Faulty rows that the report names one by one. */
const mostErrors = 200;

type SongTable = Extract<z.output<typeof importBody>, { text: string }>;
type SongFiles = Extract<z.output<typeof importBody>, { files: unknown }>['files'];
type WithId = { Params: { id: string } };

export function datasetRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { datasets, songListener, parseSongRows, parseLrc } = dependencies;

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
    const page = await datasets.listSongs(accountId, request.params.id, parse(pageQuery, request.query));
    if (!page) throw notFound('dataset');
    return { songs: page.items.map((song) => songBody(song, false)), next_cursor: page.nextCursor };
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

  app.post<WithId>('/datasets/:id/import', { bodyLimit: dependencies.maxImportBytes }, async (request) => {
    const { accountId } = userOf(request);
    const { id } = request.params;
    const dataset = await datasets.get(accountId, id);
    if (!dataset || dataset.accountId !== accountId) throw notFound('dataset of your own');
    const body = parse(importBody, request.body);
    const rows = body.format === 'files' ? await readFiles(accountId, body.files) : readRows(body);
    // A row may name a recording: only one of this account's own.
    const { songs, errors } = await checkRows(rows, accountId, dependencies.music);
    const songIds: string[] = [];
    for (let start = 0; start < songs.length; start += rowsAtOnce) {
      const kept = await datasets.addSongs(accountId, id, songs.slice(start, start + rowsAtOnce));
      if (!kept) throw notFound('dataset');
      const keptIds = kept.map((song) => song.id);
      songIds.push(...keptIds);
      await songListener.added(id, keptIds);
    }
    return {
      rows: rows.length,
      added: songIds.length,
      rejected: errors.length,
      errors: errors.slice(0, mostErrors),
      song_ids: songIds,
    };
  });

  async function readFiles(accountId: string, files: SongFiles): Promise<ParsedRow[]> {
    return Promise.all(
      files.map(async ({ name, text, music_id: musicId = null }, index): Promise<ParsedRow> => {
        const song = parseLrc(text ?? '', name);
        const music = musicId === null ? null : await dependencies.music.get(accountId, musicId);
        // A recording's own tags know better than its file's name; what the lyrics say goes before both.
        const named = text === undefined && music ? { title: music.title, artist: music.artist } : {};
        return { row: index + 1, song: { ...song, ...named, musicId } };
      }),
    );
  }

  function readRows(body: SongTable): ReturnType<typeof parseSongRows> {
    try {
      return parseSongRows(body.text, body.format);
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'The file cannot be read.';
      throw new DashboardProblem(422, 'import_unreadable', detail);
    }
  }
}
