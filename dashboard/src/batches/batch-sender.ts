/**
 * Sends the files of batches one after the other, whichever page is shown. The service knows what has arrived: after a
 * reload the same files are chosen again, and only what is missing is sent.
 */
import { ApiProblem, call, upload } from '../api/call.js';
import { batchQuery, queryClient } from '../api/queries.js';
import type { BatchRow, BatchWithRows } from '../api/types.js';
import { pathOf } from '../ui/folder-songs.js';
import { announcedName, fileOfRow, type NamedFile } from './file-of-row.js';
import { retryWaits } from './retry-wait.js';

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

interface GivenFile extends NamedFile {
  readonly file: File;
}

const idle: SenderState = { sending: null, error: null };
const states = new Map<string, SenderState>();
const listeners = new Set<() => void>();
/** The files that this page was given, by batch and by path and size. */
const chosen = new Map<string, Map<string, GivenFile>>();

export const senderState = (batchId: string): SenderState => states.get(batchId) ?? idle;

export function onSenderChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a batch of this page still has files to send: leaving the page stops them. */
const isAnySending = (): boolean => [...states.values()].some(({ sending }) => sending !== null);

function set(batchId: string, state: SenderState): void {
  states.set(batchId, state);
  for (const listener of listeners) listener();
}

/** Begins to send, or goes on; does nothing while that batch is on its way. Returns at once. */
export function sendBatch(batchId: string, files: readonly File[]): void {
  const known = chosen.get(batchId) ?? new Map<string, GivenFile>();
  chosen.set(batchId, known);
  for (const file of files) {
    const name = announcedName(pathOf(file));
    known.set(`${file.size} ${name}`, { name, bytes: file.size, file });
  }
  if (senderState(batchId).sending === null) void work(batchId, [...known.values()]);
}

async function work(batchId: string, given: readonly GivenFile[]): Promise<void> {
  try {
    set(batchId, { sending: { position: -1, fraction: 0, isWaiting: false }, error: null });
    const { rows } = await call<BatchWithRows>('GET', `/batches/${batchId}`);
    for (const row of rows) {
      if (row.state !== 'waiting') continue;
      const file = fileOfRow(row, rows, given)?.file;
      if (row.music_id === null && file === undefined) continue;
      merge(batchId, await sendRow(batchId, row, file));
    }
    set(batchId, idle);
  } catch (error) {
    set(batchId, { sending: null, error: error instanceof Error ? error : new Error(String(error)) });
  }
  await queryClient.invalidateQueries({ queryKey: ['batches'] });
}

async function sendRow(batchId: string, row: BatchRow, file: File | undefined): Promise<BatchRow> {
  const path = `/batches/${batchId}/files/${row.position}`;
  const show = (fraction: number, isWaiting = false): void =>
    set(batchId, { sending: { position: row.position, fraction, isWaiting }, error: null });
  // For each file anew: one that got through shows that the service is back.
  const waitAfter = retryWaits();
  for (;;) {
    show(0);
    try {
      if (file === undefined) return await call<BatchRow>('POST', path);
      return await upload<BatchRow>(path, file, (fraction) => show(fraction));
    } catch (error) {
      const wait = error instanceof ApiProblem ? waitAfter(error) : null;
      if (wait === null) throw error;
      show(0, wait.isFull);
      await new Promise((resolve) => setTimeout(resolve, wait.seconds * 1000));
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
