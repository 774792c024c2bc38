/** Batches as the dashboard's pages get them. */
import type { Batch } from '../../../domain/batch.js';
import { verdictWords } from '../../../domain/verdict/verdict-words.js';
import type { BatchRow } from './ports.js';

export const batchView = (batch: Batch): object => ({
  id: batch.id,
  name: batch.name,
  state: batch.state,
  created_at: batch.createdAt,
  analyses: batch.analyses.map(({ operation, model, datasetId }) => ({
    operation,
    model,
    dataset_id: datasetId,
  })),
  counts: batch.counts,
});

export const rowView = (row: BatchRow): object => ({
  position: row.position,
  name: row.name,
  bytes: row.bytes,
  state: row.state,
  music_id: row.musicId,
  known: row.known,
  detail: row.detail,
  tasks: row.tasks.map(({ operation, taskId, status, progress, finding, error }) => ({
    operation,
    task_id: taskId,
    status,
    progress,
    finding,
    label: finding === null ? null : verdictWords(operation, finding, {}).label,
    error,
  })),
});
