/**
 * What the dashboard's own interface answers beside the contract's objects, which contract.ts has. Times are ISO 8601
 * text.
 */
import type {
  CallbackSettings,
  Task as ContractTask,
  DatasetSong,
  Events,
  Music,
  OperationName,
} from './contract.js';

export type Plan = 'free' | 'pro' | 'enterprise';
export type Role = 'owner' | 'member' | 'viewer';

export interface Me {
  user: { id: string; email: string; role: Role; is_operator: boolean; language: string | null };
  account: { id: string; name: string; plan: Plan };
  header_prefix: string;
  /** What this instance offers. */
  analyses: AnalysisName[];
  /** What an analysis needs and the instance has not, with the command that installs it. */
  missing_models: { analysis: AnalysisName; model: string; command: string }[];
}

export type AnalysisName =
  | 'fingerprint'
  | 'plagiarism'
  | 'lyric-plagiarism'
  | 'lyric-transcription'
  | 'ai-detection';

export interface SetupDone extends Me {
  api_key: string;
  signing_secret: string;
}

export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  created_by: string | null;
}

export type Operation = OperationName;

export type TaskStatus = 'pending' | 'processing' | 'success' | 'failure' | 'cancelled';

export type Finding = 'found' | 'possible' | 'not_found' | 'cannot_tell' | 'nothing_to_compare';

/** The song that a verdict names. */
export interface VerdictMatch {
  title: string;
  artist: string;
  /** A recording of this account. */
  musicId: string | null;
  /** A song of a dataset; the dataset may be the task's. */
  songId: string | null;
  datasetId: string | null;
  link: string | null;
}

/** A verdict as a person reads it, concluded by the service (src/domain/verdict/verdict-summary.ts). */
export interface VerdictSummary {
  /** Null for what only makes something, such as a transcription. */
  finding: Finding | null;
  /** A few words, for lists. */
  label: string;
  /** One sentence, without the matched song's name. */
  sentence: string;
  match: VerdictMatch | null;
  /** Where a search found nothing: the song that came nearest. */
  closest: VerdictMatch | null;
  confidence: { band: 'low' | 'moderate' | 'high' | 'very high'; basis: string } | null;
  searched: { count: number; unit: 'songs' | 'lines' } | null;
  /** Songs of the dataset that could not be searched yet. */
  notSearched: number;
  threshold: { of: string; value: number } | null;
  reasons: string[];
  limits: string[];
  /** `derived`: from the documented fields of a result of version 1.0.0. */
  source: 'reported' | 'derived';
}

export type ReviewState = 'open' | 'cleared' | 'disputed' | 'escalated';

export interface Review {
  /** Null: nobody decided, and nothing was found that asks for it. */
  state: ReviewState | null;
  assignee: { id: string; email: string } | null;
  notes: number;
  updated_at: string | null;
}

export interface TaskRow {
  id: string;
  operation: Operation;
  model: string;
  music_id: string | null;
  filename: string | null;
  /** What it is about, for people: the title of its recording or lyrics, else the file. */
  name: string | null;
  song_title: string | null;
  /** What was compared with, where one dataset was. */
  dataset_id: string | null;
  /** The one song or text that it was compared with, where the task names it. */
  other_title: string | null;
  /** Null until there is one. */
  verdict: VerdictSummary | null;
  /** In lists only. */
  review?: Review;
  status: TaskStatus;
  progress: number;
  stage: string;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  error: string | null;
}

/** A song in the list of a dataset. */
export interface ListedSong extends DatasetSong {
  /** Of its recording; null where the library has none. */
  music_format: string | null;
}

/** A recording in the library, with what the latest analyses of it found. */
export interface LibraryMusic extends Music {
  tags: string[];
  findings: Array<{ task_id: string; operation: Operation; finding: Finding; label: string }>;
}

/** Many files that are given the same analyses. */
export interface Batch {
  id: string;
  /** The folder's; '' where files were chosen. */
  name: string;
  /** `open`: files are still to be sent; `running`: analyses go on. */
  state: 'open' | 'running' | 'ended';
  created_at: string;
  analyses: Array<{ operation: Operation; model: string; dataset_id: string | null }>;
  counts: {
    files: number;
    waiting: number;
    rejected: number;
    tasks: number;
    ended: number;
    failed: number;
    found: number;
    possible: number;
  };
}

export interface BatchRow {
  position: number;
  name: string;
  bytes: number;
  state: 'waiting' | 'accepted' | 'rejected';
  music_id: string | null;
  known: 'library' | 'batch' | null;
  detail: string | null;
  tasks: Array<{
    operation: Operation;
    task_id: string;
    status: TaskStatus;
    progress: number;
    finding: Finding | null;
    label: string | null;
    error: string | null;
  }>;
}

export type BatchWithRows = Batch & { rows: BatchRow[] };

/** `possible` includes what was found. */
export type WantedFindings = 'none' | 'found' | 'possible';

export interface LastDelivery {
  status: 'pending' | 'delivered' | 'failed';
  at: string;
  error: string | null;
}

export interface NotificationSettings {
  /** That the member signs in with. */
  email: string;
  /** Where e-mails go. */
  address: string;
  confirmation: {
    state: 'confirmed' | 'not_requested' | 'pending' | 'sent' | 'failed' | 'expired';
    at: string | null;
    expires_at: string | null;
    error: string | null;
  };
  has_mail_server: boolean;
  /** Whether e-mails can link to the dashboard; else they hold codes. */
  mail_has_links: boolean;
  by_email: boolean;
  batches: boolean;
  findings: WantedFindings;
  last_email: LastDelivery | null;
  /** `url`: its host and its last characters. */
  webhook: { url: string; batches: boolean; findings: WantedFindings } | null;
  last_webhook: LastDelivery | null;
}

export interface AccountNotice {
  id: string;
  sequence: number;
  created_at: string;
  is_read: boolean;
  batch_count: number;
  found: number;
  possible: number;
  /** The first ones; `name` is null where the batch was deleted. */
  batches: Array<Batch['counts'] & { id: string; name: string | null }>;
  /** The first ones; `subject` is null where the result was deleted. */
  results: Array<{
    task_id: string;
    operation: Operation;
    finding: Finding;
    label: string;
    subject: string | null;
  }>;
}

export interface Task extends TaskRow {
  attempts: number;
  parameters: Record<string, unknown>;
  result: unknown;
  detail: unknown;
  /** To the letter what `GET /api/v1/tasks/{id}` answers. */
  body: ContractTask;
}

export type CallbackState = Omit<CallbackSettings, 'verified'> & { old_secret_signs_until: string | null };

/** What the challenge was, and what came back; null where nothing did. */
export interface Exchange {
  request: { method: string; url: string; headers: Record<string, string>; body: string };
  answer: { status: number; content_type: string; body: string; duration_ms: number } | null;
  /** The receiver is in a network that the operator allows: what it answered is not shown. */
  is_internal: boolean;
}

export type Verdict =
  | { verified: true; exchange: Exchange }
  | { verified: false; rule: string; reason: string; exchange: Exchange };

export type Delivery = Omit<Events['events'][number], 'body'> & {
  /** To the byte what is sent. */
  body: string;
  next_attempt_at: string;
  /** What was analysed, and what of; null of a test, and where the task was deleted. */
  operation: Operation | null;
  model: string;
  subject: string | null;
  /** The second song or lyric of a comparison. */
  other_subject: string | null;
};

export interface Attempt {
  url: string;
  /** Null for values that are made afresh for an attempt and kept nowhere. */
  request_headers: Record<string, string | null>;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  outcome: string;
  response_snippet: string;
}

export interface Usage {
  since: string;
  plan: Plan;
  calls_per_minute: number;
  quotas: {
    stored_bytes: number;
    stored_bytes_limit: number;
    queued_tasks: number;
    queued_tasks_limit: number;
  };
  rows: Array<{ day: string; operation: Operation; model: string; calls: number; price_usd: number }>;
  prices: Array<{ operation: Operation; model: string; price_usd: number }>;
}

export interface Members {
  members: Array<{ id: string; email: string; role: Role; created_at: string; active_keys: number }>;
  invitations: Array<{ id: string; email: string; role: Role; expires_at: string }>;
}

export interface InstallableModels {
  /** Why none can be installed from the dashboard; null where they can. */
  reason_against_installing: string | null;
  models: InstallableModel[];
}

/** A model as the instance's operators see it. */
export interface InstallableModel {
  id: string;
  licence: string;
  state: 'shipped' | 'installed' | 'partial' | 'absent';
  total_bytes: number | null;
  is_installable: boolean;
  /** Null where none runs and the last one succeeded. */
  installation: {
    state: 'running' | 'failed' | 'cancelled' | 'interrupted';
    /** 0-based. */
    file_index: number;
    files: number;
    received_bytes: number;
    total_bytes: number | null;
    error: string | null;
  } | null;
}

export interface Instance {
  accounts: Array<{
    id: string;
    name: string;
    plan: Plan;
    created_at: string;
    songs: number;
    bytes: number;
    tasks: number;
  }>;
  queue: { pending: number; processing: number; oldest_pending_at: string | null };
  workers: Array<{ id: string; tasks: number; lease_expires_at: string }>;
  outbox: { pending: number; held: number; failed: number };
  models: Array<{
    id: string;
    purpose: string;
    used_by: string[];
    licence: string;
    without_it: string;
    state: 'shipped' | 'installed' | 'partial' | 'absent';
    bytes: number;
    total_bytes: number | null;
  }>;
  storage: { music_bytes: number; database_bytes: number };
}
