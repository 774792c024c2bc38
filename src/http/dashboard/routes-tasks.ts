/** Tasks: start, list, look at, cancel, run again. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { taskView } from '../../domain/callback-body.js';
import { findings } from '../../domain/finding.js';
import { operationNames, operations } from '../../domain/operations.js';
import { reviewStates } from '../../domain/review.js';
import { type JsonObject, type JsonValue, type Task, taskStatuses } from '../../domain/task.js';
import { fields, list } from '../../domain/verdict/read-json.js';
import { summariseVerdict } from '../../domain/verdict/verdict-summary.js';
import type { Music } from '../../storage/ports.js';
import { line } from '../schemas/common.js';
import { otherSongParameters } from '../start/other-song.js';
import { enqueueAgain, enqueueTask, type TaskOwner } from '../start/start-task.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { actorOf, reviewView } from './review/views.js';
import { userOf } from './session-guard.js';

const startBody = z
  .object({
    operation: z.enum(operationNames),
    model: z.string().max(40).default(''),
    music_id: z.string().max(100).optional(),
    /** What is compared with. Absent: the instance's own songs for a song, every readable dataset for lyrics. */
    dataset_id: z.string().max(100).optional(),
    /** The second song of a comparison. */
    other_music_id: z.string().max(100).optional(),
    /** The same, as a song of a dataset. */
    other_dataset_id: z.string().max(100).optional(),
    other_song_id: z.string().max(100).optional(),
    /** Lyrics to compare with, instead of a dataset. */
    other_lyric_text: z.string().max(20_000).optional(),
    other_song_title: line(500).min(1).optional(),
    lyric_text: z.string().max(20_000).optional(),
    song_title: line(500).min(1).optional(),
  })
  .refine(({ operation, model }) => {
    const { models } = operations[operation];
    return models.length === 0 ? model === '' : models.includes(model);
  }, 'this operation has no such model')
  .refine(
    (body) =>
      body.operation !== 'lyric-plagiarism' ||
      (body.music_id === undefined
        ? body.lyric_text?.trim() && body.song_title
        : body.lyric_text === undefined),
    'lyrics and a title are needed, or a recording without them',
  )
  .refine((body) => body.operation === 'lyric-plagiarism' || body.music_id, 'a song is needed')
  .refine(
    ({ operation, music_id, other_music_id, other_dataset_id, other_song_id }) =>
      operation !== 'compare' ||
      (other_music_id !== undefined && other_music_id !== music_id) ||
      (other_dataset_id !== undefined && other_song_id !== undefined),
    'another song is needed to compare with',
  );

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
  status: z.enum(taskStatuses).optional(),
  operation: z.enum(operationNames).optional(),
  music_id: z.string().max(100).optional(),
  finding: z.enum(findings).optional(),
  review: z.enum(reviewStates).optional(),
  assignee: z.string().max(100).optional(),
  tag: z.string().max(50).optional(),
  search: z.string().trim().max(200).optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
});

type WithId = { Params: { id: string } };

export function taskRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { tasks, accounts, reviews } = dependencies;

  /** The second song of a comparison, where one is named. */
  async function comparedSong(accountId: string, body: StartBody): Promise<JsonObject> {
    if (body.operation !== 'compare') return {};
    const { other_music_id: musicId, other_dataset_id: datasetId = '', other_song_id: songId = '' } = body;
    const other = musicId === undefined ? { datasetId, songId } : { musicId };
    return otherSongParameters(dependencies, accountId, other, {
      music: 'other_music_id',
      song: 'other_song_id',
    });
  }

  async function ownerOf(accountId: string): Promise<TaskOwner> {
    const account = await accounts.get(accountId);
    if (!account) throw notFound('account');
    return { account, keyId: null };
  }

  async function named(task: Task): Promise<object> {
    return view(task, (await tasks.names(task.accountId, [task.id])).get(task.id));
  }

  app.post('/tasks', async (request, reply) => {
    const { accountId } = userOf(request);
    const body = parse(startBody, request.body);
    const music = body.music_id === undefined ? null : await dependencies.music.get(accountId, body.music_id);
    if (body.music_id !== undefined && !music) throw notFound('song');
    if (body.dataset_id !== undefined && !(await dependencies.datasets.get(accountId, body.dataset_id))) {
      throw notFound('dataset');
    }
    const task = await enqueueTask(dependencies, await ownerOf(accountId), {
      operation: body.operation,
      model: body.model,
      variant: 'music',
      music,
      parameters: { ...parametersOf(body, music), ...(await comparedSong(accountId, body)) },
    });
    return reply.code(202).send(await named(task));
  });

  app.get('/tasks', async (request) => {
    const { accountId } = userOf(request);
    const { music_id: musicId, assignee, sort, ...filter } = parse(listQuery, request.query);
    const page = await tasks.list(accountId, {
      ...filter,
      oldestFirst: sort === 'oldest',
      ...(musicId && { musicId }),
      ...(assignee && { assigneeId: assignee }),
    });
    const ids = page.tasks.map(({ id }) => id);
    const [reviewed, names] = await Promise.all([reviews.of(accountId, ids), tasks.names(accountId, ids)]);
    const reviewOf = new Map(reviewed.map((review) => [review.taskId, review]));
    return {
      tasks: page.tasks.map((task) => ({
        ...row(task, names.get(task.id)),
        review: reviewView(reviewOf.get(task.id)),
      })),
      next_cursor: page.nextCursor,
    };
  });

  app.get<WithId>('/tasks/:id', async (request) => {
    const task = await tasks.get(userOf(request).accountId, request.params.id);
    if (!task) throw notFound('task');
    return named(task);
  });

  app.delete<WithId>('/tasks/:id', async (request, reply) => {
    const user = userOf(request);
    const outcome = await tasks.remove(user.accountId, request.params.id);
    if (outcome === 'not-found') throw notFound('task');
    if (outcome === 'not-final') {
      throw new DashboardProblem(409, 'not_final', 'This analysis has not ended. Cancel it, or wait.');
    }
    await dependencies.audit.append(actorOf(user), user.accountId, {
      action: 'result.deleted',
      subject: request.params.id,
      detail: {},
    });
    return reply.code(204).send();
  });

  app.post<WithId>('/tasks/:id/cancel', async (request, reply) => {
    const outcome = await tasks.cancel(userOf(request).accountId, request.params.id);
    if (outcome === 'not-found') throw notFound('task');
    if (outcome === 'not-pending') {
      throw new DashboardProblem(409, 'not_pending', 'Only a task that still waits can be cancelled.');
    }
    return reply.code(204).send();
  });

  app.post<WithId>('/tasks/:id/rerun', async (request, reply) => {
    const owner = await ownerOf(userOf(request).accountId);
    const task = await enqueueAgain(dependencies, owner, request.params.id);
    return reply.code(202).send(await named(task));
  });
}

type StartBody = z.output<typeof startBody>;

function parametersOf(body: StartBody, music: Music | null): JsonObject {
  if (body.operation === 'lyric-plagiarism') {
    return {
      ...(body.lyric_text !== undefined && { lyric_text: body.lyric_text }),
      song_title: body.song_title ?? music?.title ?? '',
      // Absent: every dataset that the account can read.
      ...(body.dataset_id !== undefined && { dataset_id: body.dataset_id }),
      ...(body.other_lyric_text !== undefined && {
        other_lyric_text: body.other_lyric_text,
        other_song_title: body.other_song_title ?? 'The other lyrics',
      }),
    };
  }
  return body.operation === 'plagiarism' ? { dataset_id: body.dataset_id ?? 'default' } : {};
}

/** A task in a list: with its verdict, without results, which can be long. */
function row(task: Task, name: string | undefined): object {
  return {
    id: task.id,
    operation: task.operation,
    model: task.model,
    music_id: task.musicId,
    filename: task.filename,
    name: name ?? null,
    song_title: task.parameters.song_title ?? null,
    dataset_id: task.parameters.dataset_id ?? null,
    other_title: otherTitle(task.parameters) ?? comparedTitle(task),
    verdict: summariseVerdict(task),
    status: task.status,
    progress: task.progress,
    stage: task.stage,
    created_at: task.createdAt,
    started_at: task.startedAt,
    completed_at: task.completedAt,
    error: task.error,
  };
}

/** What it was compared with, where that is one song or text and the task names it. */
function otherTitle({ other_song: song, other_song_title: title }: JsonObject): JsonValue {
  if (typeof song === 'object' && song !== null && !Array.isArray(song)) return song.title ?? null;
  return title ?? null;
}

/** The second song of a comparison of two recordings, once it was compared. */
function comparedTitle({ operation, detail }: Task): JsonValue {
  return operation === 'compare' ? (fields(list(fields(detail).songs)[0]).title ?? null) : null;
}

/** A whole task; `body` is to the letter what `GET /api/v1/tasks/{id}` answers. */
function view(task: Task, name: string | undefined): object {
  return {
    ...row(task, name),
    attempts: task.attempts,
    parameters: task.parameters,
    result: task.result,
    detail: task.detail,
    body: taskView(task),
  };
}
