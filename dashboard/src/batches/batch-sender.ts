/**
 * Sends the files of batches one after the other, whichever page is shown. The service knows what has arrived: after a
 * reload the same files are chosen again, and only what is missing is sent.
 */
import { ApiProblem, call, upload } from '../api/call.js';
import { batchQuery, queryClient } from '../api/queries.js';
import type { BatchRow, BatchWithRows } from '../api/types.js';
import { pathOf } from '../ui/folder-songs.js';

export interface Sending {
  /** The file that is on its way. */
  position: number;
  /** 0 … 1. */
  fraction: number;
  /** The queue of the account is full: the next file waits until there is room. */
  isWaiting: boolean;
}

export interface SenderState {
  sending: Sending | null;
  /** Why it stopped; null while it goes on, and where all was sent. */
  error: Error | null;
}

const idle: SenderState = { sending: null, error: null };
const states = new Map<string, SenderState>();
const listeners = new Set<() => void>();
/** The files that this page was given, by batch and path. */
const chosen = new Map<string, Map<string, File>>();

export const senderState = (batchId: string): SenderState => states.get(batchId) ?? idle;

export function onSenderChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a batch of this page still has files to send: leaving the page stops them. */
export const isAnySending = (): boolean => [...states.values()].some(({ sending }) => sending !== null);

function set(batchId: string, state: SenderState): void {
  states.set(batchId, state);
  for (const listener of listeners) listener();
}

const keyOf = (name: string, size: number): string => `${size} ${name}`;

/** Begins to send, or goes on; does nothing while that batch is on its way. Returns at once. */
export function sendBatch(batchId: string, files: readonly File[]): void {
  const known = chosen.get(batchId) ?? new Map<string, File>();
  chosen.set(batchId, known);
  for (const file of files) {
    known.set(keyOf(pathOf(file), file.size), file);
    // Chosen one by one the first time, and as a folder the second, or the other way round.
    known.set(keyOf(file.name, file.size), file);
  }
  if (senderState(batchId).sending === null) void work(batchId, known);
}

async function work(batchId: string, files: ReadonlyMap<string, File>): Promise<void> {
  try {
    set(batchId, { sending: { position: -1, fraction: 0, isWaiting: false }, error: null });
    const batch = await call<BatchWithRows>('GET', `/batches/${batchId}`);
    for (const row of batch.rows) {
      if (row.state !== 'waiting') continue;
      const file =
        files.get(keyOf(row.name, row.bytes)) ??
        files.get(keyOf(row.name.split('/').at(-1) ?? '', row.bytes));
      if (row.music_id === null && file === undefined) continue;
      merge(batchId, await sendRow(batchId, row, file));
    }
    set(batchId, idle);
  } catch (error) {
    set(batchId, { sending: null, error: error instanceof Error ? error : new Error(String(error)) });
  }
  await queryClient.invalidateQueries({ queryKey: ['batches'] });
}

/** While the queue is full, and while the service restarts. */
const waitsMs = { full: 5000, unreachable: 3000 };
const maxUnreachable = 20;

async function sendRow(batchId: string, row: BatchRow, file: File | undefined): Promise<BatchRow> {
  const path = `/batches/${batchId}/files/${row.position}`;
  const show = (fraction: number, isWaiting = false): void =>
    set(batchId, { sending: { position: row.position, fraction, isWaiting }, error: null });
  for (let unreachable = 0; ; ) {
    show(0);
    try {
      if (file === undefined) return await call<BatchRow>('POST', path);
      return await upload<BatchRow>(path, file, (fraction) => show(fraction));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const isFull = error.code === 'queue_full' || error.code === 'too_many_uploads';
      if (!isFull && (error.status !== 0 || ++unreachable > maxUnreachable)) throw error;
      show(0, isFull);
      await new Promise((resolve) => setTimeout(resolve, isFull ? waitsMs.full : waitsMs.unreachable));
    }
  }
}

/** Shows a file's row before the table is read again. */
function merge(batchId: string, row: BatchRow): void {
  queryClient.setQueryData(batchQuery(batchId).queryKey, (batch) =>
    batch === undefined
      ? batch
      : { ...batch, rows: batch.rows.map((one) => (one.position === row.position ? row : one)) },
  );
}

// What was not sent yet stays in the table, and needs its files again: whoever closes the page by mistake is asked.
window.addEventListener('beforeunload', (event) => {
  if (isAnySending()) event.preventDefault();
});
