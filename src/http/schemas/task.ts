/** Answers about tasks: the initial answers and the status query. */
import { z } from 'zod';
import { isoTime } from './common.js';

export const taskIdAnswer = z.strictObject({ taskId: z.string() }).meta({ id: 'TaskStarted' });

export const taskRecordAnswer = z
  .strictObject({
    task_id: z.string(),
    status: z.literal('pending'),
    filepath: z.string().describe('The storage key of the music'),
    model: z.string(),
    created_at: isoTime,
  })
  .meta({ id: 'TaskRecord' });

export const taskViewSchema = z
  .strictObject({
    task_id: z.string(),
    task_name: z.string().optional(),
    task_type: z.string().optional(),
    status: z.enum(['pending', 'processing', 'success', 'completed', 'failure', 'cancelled']),
    model_type: z.string().optional(),
    started_at: isoTime.optional(),
    completed_at: isoTime.optional(),
    result: z.unknown().optional().describe('As in the callback of the operation'),
    result_json: z.unknown().optional().describe('As in the callback of lyric transcription'),
    error: z.string().optional(),
    attempts: z.int(),
    progress: z.number().min(0).max(1),
    stage: z.string(),
    detail: z.unknown().optional().describe('Evidence beyond the documented result'),
  })
  .meta({
    id: 'Task',
    description: "The body of the task's last callback, plus `attempts`, `progress` and `stage`",
  });
