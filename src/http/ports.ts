/** What the HTTP server is handed: stores, services and settings. Storage and compose.ts implement these. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AccountStore, CallbackSettingsStore, KeyStore } from '../accounts/ports.js';
import type { Compute, Transaction } from '../analyses/analysis.js';
import type { OperationName } from '../domain/operations.js';
import type { Plan } from '../domain/plans.js';
import type { NewSong } from '../domain/song.js';
import type { ImportFormat, SongImport } from '../domain/song-import.js';
import type { JsonObject, Task } from '../domain/task.js';
import type { ImportStore } from '../imports/ports.js';
import type { TaskService, WriteWith } from '../tasks/ports.js';
import type { HttpSettings } from './settings.js';
import type { ReceivedFile } from './upload/received-file.js';

export type { NewSong } from '../domain/song.js';

export interface Page<Item> {
  readonly items: Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  readonly limit: number;
  /** From an earlier page's `nextCursor`: the last id of that page. */
  readonly cursor?: string;
}

/** Where a person looks through the library. */
export interface MusicFilter extends PageRequest {
  /** In title, artist or file name. */
  readonly search?: string;
  readonly sort?: MusicSort;
  /** `references`: recordings of a dataset; `uploads`: the others. */
  readonly kind?: 'uploads' | 'references';
}

export const musicSorts = ['newest', 'oldest', 'title', 'artist'] as const;
export type MusicSort = (typeof musicSorts)[number];

export interface Music {
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  readonly format: string;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly blobKey: string;
  readonly createdAt: Date;
}

export type NewMusic = Omit<Music, 'createdAt'>;

export interface MusicStore {
  /** `created: false` and the earlier record where the account already has these bytes; then `writeWith` is not called. */
  add(music: NewMusic, writeWith?: WriteWith<Music>): Promise<{ music: Music; created: boolean }>;
  get(accountId: string, musicId: string): Promise<Music | null>;
  findBySha256(accountId: string, sha256: string): Promise<Music | null>;
  list(accountId: string, page: MusicFilter): Promise<Page<Music>>;
  /** Corrects what tags had wrong, in the fingerprint index too; null where the account has no such music. */
  rename(accountId: string, musicId: string, names: { title: string; artist: string }): Promise<Music | null>;
  /**
   * Removes the record with descriptions, ended tasks and their callbacks, and returns it; null where the account has
   * none. Its blob is the caller's to remove; whatever the caller leaves is removed in the background.
   */
  remove(accountId: string, musicId: string): Promise<Music | null>;
  /** Before a blob is written: what never becomes music is removed a day later. */
  expectBlob(key: string): Promise<void>;
  /** After the blob of removed music is gone. */
  blobRemoved(key: string): Promise<void>;
  /** The bytes of all the account's files, and its plan. */
  storedBytes(accountId: string): Promise<{ plan: Plan; bytes: number }>;
}

/** Files by key. A key is made by the service, never by a caller. */
export interface BlobStore {
  /** Where uploads are written before they are kept. */
  readonly temporaryFolder: string;
  /** Moves a local file to `key`, kept for good when it resolves. Rejects with the file system's error. */
  put(key: string, file: string): Promise<void>;
  /** A stream of the bytes `start` to `end`, both included; all where absent. */
  open(key: string, range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>;
  /** A local file that a compute process can open, there until it is released. */
  acquire(key: string): Promise<AcquiredFile>;
  /** Removes it; fine where it is not there. */
  delete(key: string): Promise<void>;
  /** Deletes local copies of blobs that `living` does not name among those it is asked about. */
  deleteCopies(living: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Rejects where the store cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface AcquiredFile {
  readonly path: string;
  /** Once; more often is fine. */
  release(): Promise<void>;
}

/** The object store cannot be reached or does not do what it is asked: whoever asked may try again. */
export class BlobsUnavailableError extends Error {
  override readonly name = 'BlobsUnavailableError';
}

/** A place among the uploads of this process, which belongs to one connection. */
export interface UploadPlace {
  /** Aborted, with the problem to answer, where the sender is too slow or gone. */
  readonly signal: AbortSignal;
  /** Everything has arrived: the sender's pace no longer counts. */
  arrived(): void;
  /** `work` runs once when the place is released; at once where it is already. */
  onRelease(work: () => void): void;
}

/** How many uploads run at a time, how many of them one account's, and how fast their senders must be. */
export interface UploadGate {
  /** Throws `unavailable` where no place is free, and `bad_request` where the client is gone already. */
  enter(accountId: string, request: FastifyRequest, reply: FastifyReply): UploadPlace;
  /** Places that are taken now. */
  readonly taken: number;
}

export interface ImportToStart {
  readonly accountId: string;
  readonly datasetId: string;
  readonly format: ImportFormat;
  readonly name: string;
  readonly file: ReceivedFile;
}

/** Takes in the files of imports, one an account at a time. */
export interface ImportReceiver {
  /**
   * Throws `import_running` before the body is read, `payload_too_large` and `too_many_rows` while it is, the 422 of a
   * file without rows after that, and what the gate throws. What was received is removed with the request.
   */
  receive(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    format: ImportFormat,
  ): Promise<ReceivedFile>;
  /** Throws `import_running`, and `not_found` where there is no such dataset to write to. */
  start(given: ImportToStart, writeWith?: WriteWith<SongImport>): Promise<SongImport>;
}

export interface Dataset {
  readonly id: string;
  /** Null for `default`, which belongs to the instance. */
  readonly accountId: string | null;
  readonly name: string;
  readonly description: string;
  readonly songs: number;
  readonly createdAt: Date;
}

export interface DatasetSong extends NewSong {
  readonly id: string;
  readonly datasetId: string;
  readonly createdAt: Date;
}

/**
 * Datasets and their songs. `accountId` is who asks: reading finds the account's own datasets and `default`;
 * writing finds only the account's own. The operator is `null`, who writes `default`.
 */
export interface DatasetStore {
  create(
    accountId: string,
    dataset: { name: string; description: string },
    writeWith?: WriteWith<Dataset>,
  ): Promise<Dataset>;
  list(accountId: string, page: PageRequest): Promise<Page<Dataset>>;
  get(accountId: string | null, datasetId: string): Promise<Dataset | null>;
  remove(accountId: string, datasetId: string): Promise<boolean>;
  /** Null where there is no such dataset to write to. All songs are added or none. */
  addSongs(
    accountId: string | null,
    datasetId: string,
    songs: readonly NewSong[],
    writeWith?: WriteWith<DatasetSong[]>,
  ): Promise<DatasetSong[] | null>;
  /** At once: no search finds both songs or neither. Null where there is no such song to write to; nothing is added then. */
  replaceSong(
    accountId: string | null,
    datasetId: string,
    songId: string,
    song: NewSong,
    writeWith?: WriteWith<DatasetSong>,
  ): Promise<DatasetSong | null>;
  /** Null where there is no such dataset. */
  listSongs(
    accountId: string,
    datasetId: string,
    page: PageRequest & { readonly search?: string },
  ): Promise<Page<DatasetSong> | null>;
  getSong(accountId: string, datasetId: string, songId: string): Promise<DatasetSong | null>;
  removeSong(accountId: string | null, datasetId: string, songId: string): Promise<boolean>;
}

/** Called after songs came or went, so that search indexes follow. */
export interface SongListener {
  added(datasetId: string, songIds: readonly string[]): Promise<void>;
  removed(datasetId: string, songIds: readonly string[]): Promise<void>;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An Idempotency-Key that one request holds under a lease of seconds. */
export interface HeldKey {
  readonly accountId: string;
  readonly key: string;
  /** Of this request alone: who takes the key later has another. */
  readonly owner: string;
}

/** The lease lapsed and another request took the key: what this one created must not be committed. */
export class KeyLostError extends Error {
  override readonly name = 'KeyLostError';
}

export type IdempotencyClaim =
  | { readonly outcome: 'first'; readonly held: HeldKey; readonly renewEverySeconds: number }
  | { readonly outcome: 'replay'; readonly answer: StoredAnswer }
  | { readonly outcome: 'mismatch' }
  | { readonly outcome: 'in-flight' };

export interface IdempotencyStore {
  /** Takes the key for this request, or says what became of the first one. */
  claim(accountId: string, key: string, requestHash: string): Promise<IdempotencyClaim>;
  /** Keeps a lease that would lapse while the request still runs. */
  renew(held: HeldKey): Promise<void>;
  /** Writes the answer in the transaction that creates what it is about. Throws KeyLostError. */
  complete(transaction: Transaction, held: HeldKey, answer: StoredAnswer): Promise<void>;
  /** The same where nothing was created: an answer of a lost key is not kept. */
  completeAlone(held: HeldKey, answer: StoredAnswer): Promise<void>;
  /** Puts the final answer in place of the one kept at the creation, once what was created is through. */
  amend(held: HeldKey, kept: StoredAnswer, answer: StoredAnswer): Promise<void>;
  /** Frees a key whose request failed: nothing was created. */
  release(held: HeldKey): Promise<void>;
  /** Deletes keys older than 24 hours; returns how many. */
  purge(): Promise<number>;
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  /** Requests that could be made at once now. */
  readonly remaining: number;
  /** Until the full quota is there again. */
  readonly resetSeconds: number;
  /** Until the next request is allowed; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export interface RateLimitStore {
  /** Counts one request against `bucket`: `limit` at once, refilled evenly over `windowSeconds`. */
  take(bucket: string, limit: number, windowSeconds: number): Promise<RateLimitVerdict>;
}

export interface UsageRow {
  readonly keyId: string | null;
  readonly operation: OperationName;
  readonly model: string;
  readonly calls: number;
  readonly priceUsd: number;
}

export interface UsageStore {
  /** Tasks created from `from` up to but not including `to`, by key, operation and model. */
  byKeyAndOperation(accountId: string, from: Date, to: Date): Promise<UsageRow[]>;
  quotas(accountId: string): Promise<QuotaUse>;
}

export interface CallbackEventRow {
  readonly sequence: number;
  readonly id: string;
  readonly taskId: string;
  readonly kind: 'processing' | 'final' | 'test';
  readonly status: 'pending' | 'held' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly body: JsonObject;
}

export interface EventStore {
  /** Callbacks of the account with a sequence number above `after`, oldest first. */
  after(accountId: string, after: number, limit: number): Promise<CallbackEventRow[]>;
}

/** The fingerprint index as the routes need it. */
export interface FingerprintRemover {
  /** False where the account has no fingerprint of that music. */
  remove(accountId: string, musicId: string): Promise<boolean>;
}

export type DescriptionAnswer =
  | { readonly state: 'ready'; readonly description: JsonObject }
  /** Asked for, if it was not before. */
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly reason: string };

/** Descriptions of music as the routes need them. That the account has the music is the caller's to know. */
export interface DescriptionService {
  /** Called for new music, so that it is described in the background. */
  uploaded(musicId: string): Promise<void>;
  /** `notes`: with all notes of the mix. */
  read(musicId: string, options: { notes: boolean }): Promise<DescriptionAnswer>;
}

/** Comparisons of two songs as the routes need them. */
export interface ComparisonReporter {
  /** The report of a comparison that succeeded, as HTML; null where a song of it is gone. */
  report(task: Task): Promise<string | null>;
}

export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail?: string }>>;
}

/** What an account has of what its plan limits. */
export interface QuotaUse {
  readonly storedBytes: number;
  readonly storedBytesLimit: number;
  readonly queuedTasks: number;
  readonly queuedTasksLimit: number;
}

/** `end` names the route and the status once they are known. */
export type StartSpan = (request: {
  readonly method: string;
  readonly requestId: string;
  /** As the caller sent it. */
  readonly traceParent: string | null;
}) => { readonly traceParent: string; end(route: string, status: number): void };

export interface HttpDependencies {
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Begins the span of a request; null where nothing is traced. */
  readonly startSpan?: StartSpan | null;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly callbackSettings: CallbackSettingsStore;
  readonly tasks: TaskService;
  readonly music: MusicStore;
  readonly blobs: BlobStore;
  readonly compute: Compute;
  /** The one gate of all uploads of this process. */
  readonly uploads: UploadGate;
  readonly descriptions: DescriptionService;
  readonly comparisons: ComparisonReporter;
  readonly fingerprints: FingerprintRemover;
  readonly datasets: DatasetStore;
  readonly songListener: SongListener;
  readonly imports: ImportStore;
  readonly importReceiver: ImportReceiver;
  /** Why a lyric cannot be compared, or null. */
  readonly judgeLyrics: (text: string) => string | null;
  readonly idempotency: IdempotencyStore;
  readonly rateLimits: RateLimitStore;
  readonly usage: UsageStore;
  readonly events: EventStore;
  health(): Promise<HealthReport>;
  /** Whether the process is about to close its listener; never where left out. */
  readonly drain?: { readonly isDraining: boolean };
  readonly settings: HttpSettings;
}
