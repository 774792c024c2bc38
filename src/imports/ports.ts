/**
 * Imports of songs as their users see them. An import is a row with the place up to which its file was read; rows of the
 * file and that place are committed together, so that whoever goes on adds nothing twice. Terms:
 *
 * - *claim*: take the import that waited longest for its turn, under a lease.
 * - *commit*: write the next rows of a claimed import.
 * - *yield*: end the lease, so that the next import has its turn.
 */
import type { NewSong } from '../domain/song.js';
import type { ImportFormat, Rejection, SongImport } from '../domain/song-import.js';
import type { WriteWith } from '../tasks/ports.js';

export interface NewImport {
  readonly accountId: string;
  readonly datasetId: string;
  readonly name: string;
  readonly format: ImportFormat;
  readonly bytes: number;
  /** Where the file lies; expected (`MusicStore.expectBlob`) and put there before. */
  readonly blobKey: string;
}

export interface ImportReport {
  readonly rejections: readonly Rejection[];
  readonly songIds: readonly string[];
}

/** What request handlers do with imports. Every call names the account: no other account's import is ever touched. */
export interface ImportStore {
  /** `busy`: the import of the account that has not ended; null where there is no such dataset to write to. */
  create(
    given: NewImport,
    writeWith?: WriteWith<SongImport>,
  ): Promise<{ created: SongImport } | { busy: SongImport } | null>;
  /** The import of the account that has not ended. */
  open(accountId: string): Promise<SongImport | null>;
  get(accountId: string, importId: string): Promise<SongImport | null>;
  /** Newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly cursor?: string; readonly datasetId?: string },
  ): Promise<{ readonly items: SongImport[]; readonly nextCursor: string | null }>;
  /** Ends it where it has not ended; what was added stays. Null where there is no such import. */
  cancel(accountId: string, importId: string): Promise<SongImport | null>;
  /** The first rejected rows and the first songs, in the order of rows. */
  report(
    accountId: string,
    importId: string,
    limits: { readonly rejections: number; readonly songIds: number },
  ): Promise<ImportReport>;
  /** All rejected rows in their order, some hundreds at a time. */
  rejections(accountId: string, importId: string): AsyncIterable<readonly Rejection[]>;
}

export interface ClaimedImport {
  readonly id: string;
  readonly accountId: string;
  readonly datasetId: string;
  readonly format: ImportFormat;
  readonly blobKey: string;
  readonly rows: number;
  readonly bytesRead: number;
  /** Turns in a row, this one included, in which nothing was committed. */
  readonly attempts: number;
}

export interface ImportLease {
  readonly owner: string;
  readonly seconds: number;
}

export interface NextRows {
  /** The first of these rows. */
  readonly firstRow: number;
  /** The last of these rows, and the byte behind it. */
  readonly rows: number;
  readonly bytesRead: number;
  readonly songs: readonly NewSong[];
  readonly rejections: readonly Rejection[];
}

/** What the importer does. */
export interface ImportQueue {
  claim(lease: ImportLease): Promise<ClaimedImport | null>;
  /** Those of `musicIds` that the account has. */
  ownMusic(accountId: string, musicIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ids of the songs added; null where it is no longer this owner's: cancelled, deleted, or its lease was lost. */
  commit(claimed: ClaimedImport, lease: ImportLease, next: NextRows): Promise<readonly string[] | null>;
  /** Success without `error`. False where it is no longer this owner's. */
  finish(claimed: ClaimedImport, lease: ImportLease, error: string | null): Promise<boolean>;
  /** Ends the lease; the import may be claimed again after `delaySeconds`. A turn that does not count was none of the attempts. */
  yield(
    claimed: ClaimedImport,
    lease: ImportLease,
    delaySeconds: number,
    options?: { readonly counts: boolean },
  ): Promise<void>;
}
