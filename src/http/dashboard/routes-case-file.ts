/** Case files of one or several results: a page to print, a table, and JSON. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CaseFile, type CaseSong, caseFileOf } from '../../domain/case-file/case-file.js';
import { casePage } from '../../domain/case-file/page.js';
import { caseTable } from '../../domain/case-file/table.js';
import { isFinal, type Task } from '../../domain/task.js';
import { summariseVerdict } from '../../domain/verdict/verdict-summary.js';
import type { Music } from '../../storage/ports.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const maxTasks = 50;
const taskId = z.string().max(100);
const query = z.object({
  task: z.union([taskId.transform((id) => [id]), z.array(taskId).min(1).max(maxTasks)]),
});

/** The page holds its styles itself, runs nothing and loads nothing. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-modals",
  'x-content-type-options': 'nosniff',
};
const download = (type: string, name: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'x-content-type-options': 'nosniff',
});

export function caseFileRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const read = async (accountId: string, asked: unknown): Promise<CaseFile[]> => {
    const files: CaseFile[] = [];
    for (const id of parse(query, asked).task) {
      const task = await dependencies.tasks.get(accountId, id);
      if (!task) throw notFound('task');
      if (!isFinal(task.status)) {
        throw new DashboardProblem(409, 'not_final', 'A case file is made of analyses that have ended.');
      }
      files.push(await caseFile(dependencies, accountId, task));
    }
    return files;
  };

  app.get('/case-file.html', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query);
    return reply.headers(pageHeaders).send(casePage(files, new Date()));
  });
  app.get('/case-file.csv', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query);
    return reply.headers(download('text/csv; charset=utf-8', 'case-file.csv')).send(caseTable(files));
  });
  app.get('/case-file.json', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query);
    const body = JSON.stringify({ printed_at: new Date(), cases: files }, null, 2);
    return reply.headers(download('application/json; charset=utf-8', 'case-file.json')).send(body);
  });
}

async function caseFile(
  { music, datasets, version }: DashboardDependencies,
  accountId: string,
  task: Task,
): Promise<CaseFile> {
  const datasetId = task.parameters.dataset_id;
  const dataset = typeof datasetId === 'string' ? await datasets.get(accountId, datasetId) : null;
  const songs: CaseSong[] = [...lyricsOf(task)];
  const add = async (id: unknown, role: CaseSong['role']): Promise<void> => {
    const found = typeof id === 'string' ? await music.get(accountId, id) : null;
    if (found) songs.push(songOf(found, role));
  };
  await add(task.musicId, 'analysed');
  await add(task.parameters.other_music_id, 'compared with');
  if (task.operation !== 'compare') await add(summariseVerdict(task)?.match?.musicId, 'matched');
  return caseFileOf(task, {
    productVersion: version,
    dataset: dataset && { id: dataset.id, name: dataset.name },
    songs,
    resultSha256: sha256(JSON.stringify({ result: task.result, detail: task.detail })),
  });
}

function songOf(found: Music, role: CaseSong['role']): CaseSong {
  const { title, artist, filename, format, durationSeconds, bytes, sha256: sum } = found;
  return { role, title: title || filename, artist, filename, format, durationSeconds, bytes, sha256: sum };
}

function lyricsOf({ parameters, operation }: Task): CaseSong[] {
  if (operation !== 'lyric-plagiarism') return [];
  const lyrics = String(parameters.lyric_text ?? '');
  return [
    {
      role: 'analysed',
      title: String(parameters.song_title ?? 'Lyrics'),
      artist: '',
      filename: '',
      format: 'lyrics',
      durationSeconds: 0,
      bytes: Buffer.byteLength(lyrics),
      sha256: sha256(lyrics),
    },
  ];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
