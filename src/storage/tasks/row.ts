import type { Selectable } from 'kysely';
import type { OperationName, RequestVariant } from '../../domain/operations.js';
import type { JsonObject, Task } from '../../domain/task.js';
import type { TasksTable } from '../schema.js';

export type TaskRow = Selectable<TasksTable>;

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    operation: row.operation as OperationName,
    model: row.model,
    variant: row.variant as RequestVariant,
    musicId: row.music_id,
    filepath: row.filepath,
    filename: row.filename,
    parameters: row.parameters as JsonObject,
    status: row.status,
    progress: row.progress,
    stage: row.stage,
    attempts: row.attempts,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    result: row.result,
    detail: row.detail,
    error: row.error,
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    ...(row.trace_parent === null ? {} : { traceParent: row.trace_parent }),
  };
}
