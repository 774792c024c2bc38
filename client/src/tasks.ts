import type { CallOptions, Transport } from './transport.js';
import type { Operation, Page, PageQuery, Task, TaskRecord, TaskReference, TaskStatus } from './types.js';

export interface TaskQuery extends PageQuery {
  status?: TaskStatus;
  operation?: Operation;
  musicId?: string;
}

/** The account's tasks. */
export class Tasks {
  constructor(private readonly transport: Transport) {}

  get(taskId: string, options: CallOptions = {}): Promise<Task> {
    return this.transport.call({ ...options, method: 'GET', path: pathOf(taskId) });
  }

  /** The timed lyrics of a transcription that succeeded, as an LRC or SubRip file; without lines where instrumental. */
  lyrics(
    taskId: string,
    format: 'lrc' | 'srt',
    { words = false, ...options }: CallOptions & { /** Times of words too. */ words?: boolean } = {},
  ): Promise<string> {
    const path = `${pathOf(taskId)}/lyrics.${format}${words ? '?words=true' : ''}`;
    return this.transport.text({ ...options, method: 'GET', path });
  }

  /** The page that shows a comparison of two songs: HTML that needs nothing beside it. */
  report(taskId: string, options: CallOptions = {}): Promise<string> {
    return this.transport.text({ ...options, method: 'GET', path: `${pathOf(taskId)}/report` });
  }

  list(query: TaskQuery = {}): Promise<Page<Task>> {
    return this.transport.page('/api/v1/tasks', 'tasks', query);
  }

  /** Only a task that has not begun can be cancelled. */
  cancel(taskId: string, options: CallOptions = {}): Promise<Task> {
    return this.transport.call({ ...options, method: 'POST', path: `${pathOf(taskId)}/cancel` });
  }

  /** Runs a finished task again, as a new one. */
  rerun(taskId: string, options: CallOptions = {}): Promise<TaskRecord | TaskReference> {
    return this.transport.call({ ...options, method: 'POST', path: `${pathOf(taskId)}/rerun` });
  }
}

function pathOf(taskId: string): string {
  return `/api/v1/tasks/${encodeURIComponent(taskId)}`;
}
