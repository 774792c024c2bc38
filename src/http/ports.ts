/** What the HTTP server is handed: stores, services and settings. Storage and compose.ts implement these. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AccountStore, CallbackSettingsStore, KeyStore } from '../accounts/ports.js';
import type { Transaction } from '../analyses/analysis.js';
import type { DescriptionService } from '../analyses/describe/ports.js';
import type { Compute } from '../domain/compute.js';
import type { OperationName } from '../domain/operations.js';
import type { ImportFormat, SongImport } from '../domain/song-import.js';
import type { JsonObject, Task } from '../domain/task.js';
import type { ImportStore } from '../imports/ports.js';
import type { BlobStore, DatasetStore, MusicStore, SongListener } from '../storage/ports.js';
import type { TaskService, WriteWith } from '../tasks/ports.js';
import type { HttpSettings } from './settings.js';
import type { ReceivedFile } from './upload/received-file.js';

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
