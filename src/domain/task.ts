/**
 * A task is one accepted request for one analysis. Its row is also its place in the queue.
 *
 * pending → processing → success | failure; pending → cancelled; processing → pending only when a worker's
 * lease is lost or a worker shuts down and hands the task back. Nothing leaves a final state.
 */
import type { OperationName, RequestVariant } from './operations.js';

export const taskStatuses = ['pending', 'processing', 'success', 'failure', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const legalTransitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ['processing', 'cancelled'],
  processing: ['success', 'failure', 'pending'],
  success: [],
  failure: [],
  cancelled: [],
};

export function isFinal(status: TaskStatus): boolean {
  return legalTransitions[status].length === 0;
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** A task as the domain sees it; times are UTC. */
export interface Task {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly operation: OperationName;
  /** '' where the operation names no model. */
  readonly model: string;
  readonly variant: RequestVariant;
  readonly musicId: string | null;
  /** The blob key of the music: what the interface calls `filepath`. Null for lyrics. */
  readonly filepath: string | null;
  /** The uploaded file's name, which ai-detection results use as a key. Null for lyrics. */
  readonly filename: string | null;
  /**
   * Validated parameters of the request that are not columns: dataset_id, other_music_id,
   * other_song, lyric_text, song_title, other_lyric_text, other_song_title, language.
   */
  readonly parameters: JsonObject;
  readonly status: TaskStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: string;
  readonly attempts: number;
  /** Of the request that made it, where one is known. */
  readonly requestId?: string;
  /** W3C `traceparent` of that request, where it is traced. */
  readonly traceParent?: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** The documented result, or null. */
  readonly result: JsonValue;
  /** Extra, documented evidence beyond the interface's result, or null. */
  readonly detail: JsonValue;
  readonly error: string | null;
}
