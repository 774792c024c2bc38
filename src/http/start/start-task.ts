/** The one way into the queue, for requests of the API and of the dashboard: what every start checks is checked here. */
import type { Account } from '../../accounts/ports.js';
import { initialAnswer } from '../../domain/callback-body.js';
import type { OperationName, RequestVariant } from '../../domain/operations.js';
import { Problem } from '../../domain/problems.js';
import type { JsonObject, Task } from '../../domain/task.js';
import type { Music } from '../../storage/ports.js';
import type { WriteWith } from '../../tasks/ports.js';
import type { Answer, KeepAnswer } from '../answer-once.js';
import { requireOffered } from '../offered-analyses.js';
import type { HttpDependencies } from '../ports.js';
import type { Caller } from '../types.js';
import { fieldProblem, pointer } from '../validation.js';
import { otherSongIsThere } from './other-song.js';
import { requireAudio } from './require-audio.js';
import { requirePlan } from './require-plan.js';

export interface TaskRequest {
  readonly operation: OperationName;
  /** '' where the operation names no model. */
  readonly model: string;
  readonly variant: RequestVariant;
  /** Null for operations on text. */
  readonly music: Music | null;
  readonly parameters: JsonObject;
}

/** Whose task it is; `keyId` is null where a person starts it in the dashboard. */
export interface TaskOwner {
  readonly account: Account;
  readonly keyId: string | null;
}

export type StartDependencies = Pick<HttpDependencies, 'tasks' | 'judgeLyrics' | 'settings'>;

/** Throws `analysis_not_offered`, `plan_required`, `needs_audio`, the 422 of lyrics that cannot be compared, and QueueFullError. */
export async function enqueueTask(
  { tasks, judgeLyrics, settings }: StartDependencies,
  { account, keyId }: TaskOwner,
  { operation, model, variant, music, parameters }: TaskRequest,
  writeWith?: WriteWith<Task>,
): Promise<Task> {
  requireOffered(settings.analyses, operation);
  // What is sung in a recording has to be recognised before it can be compared.
  if (music && operation === 'lyric-plagiarism') requireOffered(settings.analyses, 'lyric-transcription');
  requirePlan(account.plan, operation, model);
  if (music) requireAudio(operation, music.format);
  for (const field of ['lyric_text', 'other_lyric_text']) {
    const lyrics = parameters[field];
    const problem = typeof lyrics === 'string' ? judgeLyrics(lyrics) : null;
    if (problem !== null) throw fieldProblem([{ pointer: pointer([field]), detail: problem }]);
  }
  return tasks.enqueue(
    {
      accountId: account.id,
      keyId,
      operation,
      model,
      variant,
      musicId: music?.id ?? null,
      filepath: music?.blobKey ?? null,
      filename: music?.filename ?? null,
      parameters,
    },
    writeWith,
  );
}

/**
 * The same request as an ended task, as a new one, under the plan of today. Throws `not_found`,
 * `analysis_not_offered`, `plan_required`, `unknown_music_id`, `task_not_final` and QueueFullError.
 */
export async function enqueueAgain(
  { tasks, music, datasets, settings }: Pick<HttpDependencies, 'tasks' | 'music' | 'datasets' | 'settings'>,
  { account, keyId }: TaskOwner,
  taskId: string,
  writeWith?: WriteWith<Task>,
): Promise<Task> {
  const earlier = await tasks.get(account.id, taskId);
  if (!earlier) throw new Problem('not_found');
  requireOffered(settings.analyses, earlier.operation);
  requirePlan(account.plan, earlier.operation, earlier.model);
  const isThere = earlier.musicId === null || (await music.get(account.id, earlier.musicId)) !== null;
  if (!isThere || !(await otherSongIsThere({ music, datasets }, account.id, earlier.parameters))) {
    throw new Problem('unknown_music_id', 'The music of this task was deleted.');
  }
  const task = await tasks.rerun(account.id, taskId, keyId, writeWith);
  if (task === null) throw new Problem('not_found');
  if (task === 'not-final') throw new Problem('task_not_final');
  return task;
}

/** `enqueueTask` with the initial answer of its operation; `keep` writes the answer with the task's row. */
export async function startTask(
  dependencies: StartDependencies,
  caller: Caller,
  request: TaskRequest,
  keep: KeepAnswer,
): Promise<Answer> {
  const task = await enqueueTask(dependencies, caller, request, (transaction, created) =>
    keep(transaction, acceptedTask(created)),
  );
  return acceptedTask(task);
}

/** The answer to a request that put `task` into the queue. */
export function acceptedTask(task: Task): Answer {
  return { status: 202, body: initialAnswer(task), headers: { location: `/api/v1/tasks/${task.id}` } };
}
