/**
 * The bodies a task is reported with: callbacks, the status query and the initial answer. The interface names
 * the same things differently per operation on purpose of its history, so the names are a table, not a rule.
 */
import type { OperationName, RequestVariant } from './operations.js';
import { operations } from './operations.js';
import type { JsonObject, JsonValue, Task, TaskStatus } from './task.js';

/** `processing`: the one callback that precedes the final one. `final`: success or failure. */
export type CallbackEvent = 'processing' | 'final';

interface BodyFacts {
  /** What the request that starts it is answered with: the bare id, or the task's record. */
  readonly startsWith: 'id' | 'record';
  /** The field that names the operation and its value per variant; null where the interface shows none. */
  readonly name: {
    readonly field: 'task_name' | 'task_type';
    readonly value: string;
    readonly fileValue?: string;
  } | null;
  readonly reportsModel: boolean;
  /** Whether the processing body carries started_at. */
  readonly reportsStart: boolean;
  /** The field of the result; null where success has none. */
  readonly resultField: 'result' | 'result_json' | null;
  /** What a failure puts in the result's place; undefined where it leaves the field out. */
  readonly resultOnFailure?: JsonValue;
}

const facts: Readonly<Record<OperationName, BodyFacts>> = {
  'fingerprint-add': {
    startsWith: 'id',
    name: { field: 'task_name', value: 'add_audio_in_index' },
    reportsModel: false,
    reportsStart: false,
    resultField: null,
  },
  'fingerprint-check': {
    startsWith: 'id',
    name: { field: 'task_name', value: 'check_is_same' },
    reportsModel: false,
    reportsStart: false,
    resultField: 'result',
  },
  'fingerprint-scan': {
    startsWith: 'id',
    name: { field: 'task_name', value: 'scan_recording' },
    reportsModel: false,
    reportsStart: true,
    resultField: 'result',
    resultOnFailure: null,
  },
  'lyric-plagiarism': {
    startsWith: 'id',
    name: { field: 'task_name', value: 'lyric_plagiarism_checking' },
    reportsModel: false,
    reportsStart: false,
    resultField: 'result',
  },
  plagiarism: {
    startsWith: 'record',
    name: { field: 'task_type', value: 'plagiarism_detection' },
    reportsModel: false,
    reportsStart: true,
    resultField: 'result',
    resultOnFailure: null,
  },
  compare: {
    startsWith: 'id',
    name: { field: 'task_name', value: 'music_comparison' },
    reportsModel: false,
    reportsStart: false,
    resultField: 'result',
    resultOnFailure: null,
  },
  'lyric-transcription': {
    startsWith: 'id',
    name: { field: 'task_name', value: 'lyric-transcription', fileValue: 'lyric_transcription' },
    reportsModel: false,
    reportsStart: false,
    resultField: 'result_json',
    resultOnFailure: {},
  },
  'ai-detection': {
    startsWith: 'record',
    name: null,
    reportsModel: true,
    reportsStart: false,
    resultField: 'result',
    resultOnFailure: null,
  },
};

/**
 * The documented body for the state the task is in.
 * `processing` describes a task that has started; `final` one that succeeded or failed, and throws for any other.
 */
export function callbackBody(task: Task, event: CallbackEvent): JsonObject {
  if (event === 'processing') return bodyFor(task, 'processing');
  if (task.status !== 'success' && task.status !== 'failure') {
    throw new RangeError(`task ${task.id} is ${task.status}: only success and failure have a final callback`);
  }
  return bodyFor(task, task.status);
}

/** GET /api/v1/tasks/{id}: the last callback's body, plus attempts, progress, stage and any extra detail. */
export function taskView(task: Task): JsonObject {
  const view: JsonObject = {
    ...bodyFor(task, task.status),
    attempts: task.attempts,
    progress: task.progress,
    stage: task.stage,
  };
  if (task.detail !== null) view.detail = task.detail;
  return view;
}

/** Whether the 202 answer of an operation is the task's record; else it is the bare id. */
export function startsWithRecord(operation: OperationName): boolean {
  return facts[operation].startsWith === 'record';
}

/** The 202 answer to the request that created the task. */
export function initialAnswer(task: Task): JsonObject {
  if (!startsWithRecord(task.operation)) return { taskId: task.id };
  return {
    task_id: task.id,
    status: 'pending',
    filepath: task.filepath ?? '',
    model: task.model,
    created_at: task.createdAt.toISOString(),
  };
}

function bodyFor(task: Task, status: TaskStatus): JsonObject {
  const { name, reportsModel, reportsStart, resultField, resultOnFailure } = facts[task.operation];
  const body: JsonObject = { task_id: task.id };
  if (name !== null) body[name.field] = nameValue(name, task.variant);
  body.status = status === 'success' ? operations[task.operation].successStatus : status;
  if (reportsModel) body.model_type = task.model;
  if (reportsStart && status === 'processing' && task.startedAt) {
    body.started_at = task.startedAt.toISOString();
  }
  // A final task always has the time; asking the status and not the time keeps a rescued task's body clean.
  const ended = status === 'success' || status === 'failure' || status === 'cancelled';
  if (ended && task.completedAt) body.completed_at = task.completedAt.toISOString();
  if (status === 'failure') {
    if (resultField !== null && resultOnFailure !== undefined) body[resultField] = resultOnFailure;
    body.error = task.error ?? 'The analysis failed.';
  } else if (resultField !== null) {
    body[resultField] = status === 'success' ? task.result : null;
  }
  return body;
}

function nameValue(name: NonNullable<BodyFacts['name']>, variant: RequestVariant): string {
  return variant === 'file' ? (name.fileValue ?? name.value) : name.value;
}
