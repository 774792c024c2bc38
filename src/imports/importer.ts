/**
 * Works imports off, in turns: each import gets a second of it, then the one that waits longest is next, so that a long
 * one holds nobody up. Rows and the place in the file are committed together; whatever ends this process, another one
 * goes on behind the last commit.
 */
import { setTimeout as sleep, setImmediate as untilOthersRan } from 'node:timers/promises';
import { lacksRoom } from '../domain/disk-full.js';
import type { NewSong } from '../domain/song.js';
import type { Rejection } from '../domain/song-import.js';
import type { BlobStore } from '../storage/ports.js';
import { type PlacedRow, type RowPlace, UnreadableImportError } from '../text/import-rows.js';
import { readSongRows } from '../text/song-rows.js';
import { openBytes } from './open-bytes.js';
import type { ClaimedImport, ImportLease, ImportQueue, NextRows } from './ports.js';

export interface ImporterParts {
  readonly queue: ImportQueue;
  readonly blobs: Pick<BlobStore, 'acquire' | 'delete'>;
  /** Called when an import has ended, so that search indexes follow: once, because each time they look at all songs. */
  readonly onEnded: (datasetId: string) => Promise<void>;
  readonly lease: ImportLease;
  readonly maxRows: number;
  readonly signal: AbortSignal;
  readonly log: { warn(fields: object, message: string): void };
}

/** After this the next import has its turn. */
const turnMs = 1000;
/** A commit is short, so that others' queries get in between. */
const batchRows = 1000;
const batchSongs = 100;
const batchCharacters = 300_000;
/** Parsing lets requests be served at least this often. */
const rowsBetweenRequests = 50;
const longestRestMs = 200;
const maxAttempts = 10;
const retryDelaySeconds = 5;
/** On a full disk, for as long as it is full: whoever started the import can cancel it. */
const roomDelaySeconds = 15;

/** One turn of the import that waits longest. False where none waits. */
export async function takeTurn(parts: ImporterParts): Promise<boolean> {
  const claimed = await parts.queue.claim(parts.lease);
  if (!claimed) return false;
  try {
    await work(parts, claimed);
  } catch (error) {
    await giveWay(parts, claimed, error);
  }
  return true;
}

async function work(parts: ImporterParts, claimed: ClaimedImport): Promise<void> {
  const { queue, blobs, lease } = parts;
  if (claimed.attempts > maxAttempts) {
    return end(parts, claimed, `The import was tried ${maxAttempts} times and cut off each time.`);
  }
  const file = await blobs.acquire(claimed.blobKey);
  try {
    const endsAt = performance.now() + turnMs;
    const start = { row: claimed.rows, endByte: claimed.bytesRead };
    const rows = readSongRows((byte) => openBytes(file.path, byte), claimed.format, start);
    for await (const batch of batchesOf(rows, start, parts.maxRows)) {
      if (batch.songs.length + batch.rejections.length > 0) {
        const checked = await withOwnMusic(queue, claimed.accountId, batch);
        const startedAt = performance.now();
        const songIds = await queue.commit(claimed, lease, checked);
        const commitMs = performance.now() - startedAt;
        // Cancelled, as a rule: what was added stays.
        if (songIds === null) return await parts.onEnded(claimed.datasetId);
        // An import is in no hurry: whoever waits for an answer has the database for as long as it had it.
        await sleep(Math.min(commitMs, longestRestMs));
      }
      if (batch.isLast) return await end(parts, claimed, batch.error);
      if (performance.now() > endsAt || parts.signal.aborted) return await queue.yield(claimed, lease, 0);
      await untilOthersRan();
    }
  } finally {
    await file.release();
  }
}

async function end(
  { queue, blobs, lease, onEnded, log }: ImporterParts,
  claimed: ClaimedImport,
  error: string | null,
): Promise<void> {
  const finished = await queue.finish(claimed, lease, error);
  await onEnded(claimed.datasetId);
  // Housekeeping finds it otherwise.
  if (finished) {
    await blobs.delete(claimed.blobKey).catch((err: unknown) => log.warn({ err }, 'an imported file stays'));
  }
}

/** What went wrong is not the file's fault: it is tried again, later each time. */
async function giveWay(
  { queue, lease, log }: ImporterParts,
  claimed: ClaimedImport,
  error: unknown,
): Promise<void> {
  log.warn({ err: error, importId: claimed.id, attempts: claimed.attempts }, 'an import was cut off');
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    await queue.finish(claimed, lease, 'The file of this import is gone. Start the import again.');
    return;
  }
  if (lacksRoom(error)) await queue.yield(claimed, lease, roomDelaySeconds, { counts: false });
  else await queue.yield(claimed, lease, retryDelaySeconds * claimed.attempts);
}

interface NumberedSong extends NewSong {
  readonly row: number;
}

interface Batch extends NextRows {
  readonly songs: readonly NumberedSong[];
  readonly isLast: boolean;
  /** Why nothing behind it can be read. */
  readonly error: string | null;
}

/** Rows as they are committed; the last batch may be empty. */
async function* batchesOf(
  rows: AsyncIterable<PlacedRow>,
  start: RowPlace,
  maxRows: number,
): AsyncGenerator<Batch> {
  let songs: NumberedSong[] = [];
  let rejections: Rejection[] = [];
  let characters = 0;
  let place = start;
  let firstRow = start.row + 1;
  const batch = (isLast: boolean, error: string | null): Batch => {
    const made = { firstRow, rows: place.row, bytesRead: place.endByte, songs, rejections, isLast, error };
    firstRow = place.row + 1;
    [songs, rejections, characters] = [[], [], 0];
    return made;
  };
  try {
    for await (const placed of rows) {
      if (placed.row > maxRows) return yield batch(true, tooManyRows(maxRows));
      place = placed;
      if ('song' in placed) {
        songs.push({ ...placed.song, row: placed.row });
        characters += (placed.song.lyrics?.length ?? 0) + placed.song.title.length;
      } else rejections.push({ row: placed.row, detail: placed.error });
      if (placed.row % rowsBetweenRequests === 0) await untilOthersRan();
      const isFull =
        songs.length >= batchSongs ||
        characters >= batchCharacters ||
        songs.length + rejections.length >= batchRows;
      if (isFull) yield batch(false, null);
    }
  } catch (error) {
    if (!(error instanceof UnreadableImportError)) throw error;
    return yield batch(true, error.message);
  }
  yield batch(true, null);
}

function tooManyRows(maxRows: number): string {
  return `The file has more than ${maxRows} rows. Split it: of a CSV each piece needs the header line.`;
}

/** A row may name a recording: only one of the account's own. */
async function withOwnMusic(queue: ImportQueue, accountId: string, batch: Batch): Promise<NextRows> {
  const named = batch.songs.flatMap(({ musicId }) => (musicId === null ? [] : [musicId]));
  const own = await queue.ownMusic(accountId, [...new Set(named)]);
  const rejections = [...batch.rejections];
  const songs = batch.songs.filter((song) => {
    if (song.musicId === null || own.has(song.musicId)) return true;
    rejections.push({ row: song.row, detail: 'musicId: There is no music with this id.' });
    return false;
  });
  rejections.sort((a, b) => a.row - b.row);
  return { ...batch, songs, rejections };
}
