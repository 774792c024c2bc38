import type { Selectable } from 'kysely';
import type { SongImport } from '../../domain/song-import.js';
import type { ImportsTable } from './tables.js';

export function toImport(row: Selectable<ImportsTable>): SongImport {
  return {
    id: row.id,
    accountId: row.account_id,
    datasetId: row.dataset_id,
    name: row.name,
    format: row.format,
    bytes: row.bytes,
    status: row.status,
    bytesRead: row.bytes_read,
    rows: row.rows,
    added: row.added,
    present: row.present,
    rejected: row.rejected,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  };
}
