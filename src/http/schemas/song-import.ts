/** Imports and their reports, as the interface and the dashboard answer them. */
import { z } from 'zod';
import type { SongImport } from '../../domain/song-import.js';
import { isOpen } from '../../domain/song-import.js';
import { taskStatuses } from '../../domain/task.js';
import type { ImportReport, ImportStore } from '../../imports/ports.js';
import { isoTime } from './common.js';

const maxReportedErrors = 1000;
const maxReportedSongs = 10_000;

const count = z.int().min(0);

const counts = {
  rows: count.describe('Rows read: added + present + rejected'),
  added: count,
  present: count.describe(
    'Rows whose song the dataset had already: the same title, artist, lyrics and musicId',
  ),
  rejected: count,
};

export const importReportSchema = z
  .strictObject({
    import_id: z.string(),
    ...counts,
    errors: z
      .array(z.strictObject({ row: z.int().describe('From 1, without the header'), detail: z.string() }))
      .describe(
        `One entry for each rejected row, the first ${maxReportedErrors}; all are in \`rejections.csv\``,
      ),
    song_ids: z.array(z.string()).describe(`Of the songs added, the first ${maxReportedSongs}`),
  })
  .meta({ id: 'ImportReport' });

const importFields = {
  import_id: z.string(),
  dataset_id: z.string(),
  name: z.string().describe('Of the file, where the sender named it'),
  format: z.enum(['csv', 'jsonl']),
  bytes: count,
  status: z.enum(taskStatuses).describe('`success`: read to its end, whatever became of its rows'),
  progress: z.number().min(0).max(1).describe('Fraction of the file that is read'),
  ...counts,
  error: z.string().nullable().describe('Why it failed; rows read before that stay'),
  created_at: isoTime,
  started_at: isoTime.nullable(),
  completed_at: isoTime.nullable(),
};

export const importSchema = z.strictObject(importFields).meta({ id: 'Import' });

export const importDetailSchema = z
  .strictObject({
    ...importFields,
    report: importReportSchema.nullable().describe('Null until it has ended'),
  })
  .meta({ id: 'ImportDetail' });

export function importBody(job: SongImport): z.output<typeof importSchema> {
  return {
    import_id: job.id,
    dataset_id: job.datasetId,
    name: job.name,
    format: job.format,
    bytes: job.bytes,
    status: job.status,
    progress: job.status === 'success' || job.bytes === 0 ? 1 : Math.min(1, job.bytesRead / job.bytes),
    rows: job.rows,
    added: job.added,
    present: job.present,
    rejected: job.rejected,
    error: job.error,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
  };
}

export async function importDetailBody(
  imports: ImportStore,
  job: SongImport,
): Promise<z.output<typeof importDetailSchema>> {
  return { ...importBody(job), report: isOpen(job) ? null : await importReportBody(imports, job) };
}

export async function importReportBody(
  imports: ImportStore,
  job: SongImport,
): Promise<z.output<typeof importReportSchema>> {
  const limits = { rejections: maxReportedErrors, songIds: maxReportedSongs };
  const { rejections, songIds }: ImportReport = await imports.report(job.accountId, job.id, limits);
  return {
    import_id: job.id,
    rows: job.rows,
    added: job.added,
    present: job.present,
    rejected: job.rejected,
    errors: rejections.map(({ row, detail }) => ({ row, detail })),
    song_ids: [...songIds],
  };
}
