/** Puts a task into the queue and makes the initial answer of its operation. */
import { initialAnswer } from '../../domain/callback-body.js';
import type { OperationName, RequestVariant } from '../../domain/operations.js';
import type { JsonObject } from '../../domain/task.js';
import type { Answer } from '../answer-once.js';
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

/** Throws QueueFullError. */
export async function startTask(
  { tasks }: Pick<HttpDependencies, 'tasks'>,
  { account, keyId }: Caller,
  { operation, model, variant, music, parameters }: TaskRequest,
): Promise<Answer> {
  const task = await tasks.enqueue({
    accountId: account.id,
    keyId,
    operation,
    model,
    variant,
    musicId: music?.id ?? null,
    filepath: music?.blobKey ?? null,
    filename: music?.filename ?? null,
    parameters,
  });
  return { status: 202, body: initialAnswer(task), headers: { location: `/api/v1/tasks/${task.id}` } };
}
