/**
 * The tables, as Kysely types. Times are `timestamptz` and read as Date; bytes are `bytea` and read as
 * Uint8Array (a Buffer on PostgreSQL, which is one); `bigint` is read as number: nothing here nears 2^53.
 */
import type { ColumnType, Generated } from 'kysely';
import type { JsonValue } from '../domain/task.js';
import type { BatchTables } from './batches/tables.js';
import type { DescriptionsTables } from './descriptions/tables.js';
import type { FingerprintTables } from './fingerprint/tables.js';
import type { ImportsTables } from './imports/tables.js';
import type { LyricsTables } from './lyrics/tables.js';
import type { NotificationTables } from './notifications/tables.js';
import type { PlagiarismTables } from './plagiarism/tables.js';
import type { ReviewTables } from './review/tables.js';
import type { SearchTables } from './search/tables.js';

/** jsonb: read as a value, written as JSON text (`json()` in json.ts). */
type Json<T = JsonValue> = ColumnType<T, string, string>;
type DefaultNow = ColumnType<Date, Date | undefined, Date>;

export interface AccountsTable {
  id: string;
  name: string;
  plan: 'free' | 'pro' | 'enterprise';
  /** Virtual time of weighted fair queueing: the account with the least is served next. */
  queue_turn: Generated<number>;
  callback_url: string | null;
  callback_verified_at: Date | null;
  callback_disabled_at: Date | null;
  callback_disabled_reason: string | null;
  /** Since when deliveries have done nothing but fail; null after a success. */
  callback_failing_since: Date | null;
  created_at: DefaultNow;
}

export interface SigningSecretsTable {
  id: Generated<number>;
  account_id: string;
  secret: string;
  created_at: DefaultNow;
  /** Null for the current secret; after a rotation the older one signs beside it until then. */
  expires_at: Date | null;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** SHA-256 of the key: keys are 190 random bits, so a fast hash is enough. */
  hash: string;
  /** First characters, shown so that a person can distinguish keys. */
  prefix: string;
  name: string;
  created_at: DefaultNow;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  /** The person who made it in the dashboard; null where no person did. */
  created_by: string | null;
}

export interface UsersTable {
  id: string;
  account_id: string;
  email: string;
  password_hash: string;
  role: 'owner' | 'member' | 'viewer';
  /** Instance administrators see the operator pages. */
  is_operator: boolean;
  /** Of the screen; null: as the browser says. */
  language: Generated<string | null>;
  created_at: DefaultNow;
}

export interface SessionsTable {
  token_hash: string;
  user_id: string;
  created_at: DefaultNow;
  expires_at: Date;
}

export interface InvitationsTable {
  token_hash: string;
  account_id: string;
  email: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: DefaultNow;
  expires_at: Date;
}

export interface SetupLinksTable {
  /** 1: there is at most one. */
  id: number;
  token_hash: string;
  created_at: DefaultNow;
}

export interface InstanceSettingsTable {
  name: string;
  value: string;
}

export interface MusicTable {
  id: string;
  account_id: string;
  title: string;
  artist: string;
  filename: string;
  format: string;
  duration_seconds: number;
  sample_rate: number;
  channels: number;
  bytes: number;
  sha256: string;
  blob_key: string;
  created_at: DefaultNow;
}

export interface TasksTable {
  id: string;
  account_id: string;
  key_id: string | null;
  operation: string;
  model: string;
  variant: string;
  music_id: string | null;
  filepath: string | null;
  filename: string | null;
  parameters: Json;
  status: 'pending' | 'processing' | 'success' | 'failure' | 'cancelled';
  progress: Generated<number>;
  stage: Generated<string>;
  attempts: Generated<number>;
  /** Attempts that the worker's end cut off: no fault of the task's. */
  interruptions: Generated<number>;
  priority: number;
  run_after: DefaultNow;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  created_at: DefaultNow;
  started_at: Date | null;
  completed_at: Date | null;
  result: ColumnType<JsonValue, string | null, string | null>;
  detail: ColumnType<JsonValue, string | null, string | null>;
  error: string | null;
  price_usd: Generated<number>;
  /** Of the request that made the task; null in tasks of version 1.0.0. */
  request_id: string | null;
  /** The W3C `traceparent` of that request; null without tracing. */
  trace_parent: string | null;
  /** What was found (domain/finding.ts); null without a verdict and in tasks of version 1.0.0. */
  finding: string | null;
}

export interface MessagesTable {
  id: string;
  /** Rising order for reconciliation (`GET /api/v1/events?after=`). */
  sequence: Generated<number>;
  account_id: string;
  task_id: string;
  /** processing, final or test */
  kind: 'processing' | 'final' | 'test';
  body: string;
  status: 'pending' | 'held' | 'delivered' | 'failed';
  attempts: Generated<number>;
  next_attempt_at: DefaultNow;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  created_at: DefaultNow;
  delivered_at: Date | null;
}

export interface DeliveryAttemptsTable {
  id: Generated<number>;
  message_id: string;
  account_id: string;
  url: string;
  /** 1 for the first. */
  number: number;
  started_at: DefaultNow;
  duration_ms: number;
  status_code: number | null;
  /** `delivered`, or why it failed. */
  outcome: string;
  response_snippet: string;
}

export interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  request_hash: string;
  /** Null while the first request is in flight. */
  response_status: number | null;
  response_headers: ColumnType<JsonValue, string | null, string | null>;
  response_body: string | null;
  created_at: DefaultNow;
  /** The request that may write the answer, while it renews its lease. Null in rows of version 1.0.0. */
  lease_owner: string | null;
  lease_expires_at: Date | null;
}

export interface RateLimitsTable {
  bucket: string;
  /** Theoretical arrival time of the generic cell rate algorithm, epoch milliseconds. */
  arrival_ms: number;
}

/** The virtual time at which each account was last served; the maximum is that of the queue (tasks/claim.ts). */
export interface QueueClocksTable {
  account_id: string;
  started_turn: number;
}

/** What usage still counts of a task that was deleted. */
export interface PastTasksTable {
  id: Generated<number>;
  account_id: string;
  key_id: string | null;
  operation: string;
  model: string;
  status: string;
  created_at: Date;
  price_usd: number;
}

/** Blobs to be removed once due, unless music has them by then: of uploads on their way, and of deleted music. */
export interface StaleBlobsTable {
  key: string;
  due_at: Date;
}

export interface DatasetsTable {
  id: string;
  /** Null for `default`, which is the instance's own. */
  account_id: string | null;
  name: string;
  description: string;
  created_at: DefaultNow;
}

export interface DatasetSongsTable {
  id: string;
  dataset_id: string;
  account_id: string | null;
  title: string;
  artist: string;
  year: string;
  link: string | null;
  language: string;
  lyrics: string | null;
  music_id: string | null;
  created_at: DefaultNow;
}

export interface Database
  extends BatchTables,
    FingerprintTables,
    ImportsTables,
    LyricsTables,
    DescriptionsTables,
    NotificationTables,
    PlagiarismTables,
    ReviewTables,
    SearchTables {
  accounts: AccountsTable;
  signing_secrets: SigningSecretsTable;
  api_keys: ApiKeysTable;
  users: UsersTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
  setup_links: SetupLinksTable;
  instance_settings: InstanceSettingsTable;
  music: MusicTable;
  tasks: TasksTable;
  queue_clocks: QueueClocksTable;
  past_tasks: PastTasksTable;
  stale_blobs: StaleBlobsTable;
  messages: MessagesTable;
  delivery_attempts: DeliveryAttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  datasets: DatasetsTable;
  dataset_songs: DatasetSongsTable;
}
