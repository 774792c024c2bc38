/** Puts a task into the queue and makes the initial answer of its operation. */
import { initialAnswer } from '../../domain/callback-body.js';
import type { OperationName, RequestVariant } from '../../domain/operations.js';
import type { JsonObject, Task } from '../../domain/task.js';
import type { Answer, KeepAnswer } from '../answer-once.js';
import type { HttpDependencies, Music } from '../ports.js';
import type { Caller } from '../types.js';

export interface TaskRequest {
  readonly operation: OperationName;
  /** '' where the operation names no model. */
  readonly model: string;
  readonly variant: RequestVariant;
  /** Null for operations on text. */
  readonly music: Music | null;
  readonly parameters: JsonObject;
}

/** `keep` writes the answer with the task's row. Throws QueueFullError. */
export async function startTask(
  { tasks }: Pick<HttpDependencies, 'tasks'>,
  { account, keyId }: Caller,
  { operation, model, variant, music, parameters }: TaskRequest,
  keep: KeepAnswer,
): Promise<Answer> {
  const task = await tasks.enqueue(
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
    (transaction, created) => keep(transaction, acceptedTask(created)),
  );
  return acceptedTask(task);
}

/** The answer to a request that put `task` into the queue. */
export function acceptedTask(task: Task): Answer {
  return { status: 202, body: initialAnswer(task), headers: { location: `/api/v1/tasks/${task.id}` } };
}
