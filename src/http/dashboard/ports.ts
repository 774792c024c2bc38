/** People who use the dashboard, their sessions, the first-run setup, and what the dashboard reads of the service. */
import type { NewAccount } from '../../accounts/ports.js';
import type { Exchange } from '../../callbacks/ports.js';
import type { AnalysisName } from '../../domain/analysis-names.js';
import type { OperationName } from '../../domain/operations.js';
import type { Plan } from '../../domain/plans.js';
import type { UserRole } from '../../domain/user-roles.js';
import type { QuotaUse } from '../ports.js';

export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: UserRole;
  /** Instance administrators see the operator pages. */
  readonly isOperator: boolean;
  /** Of the screen, as chosen in the profile; null: as the browser says. */
  readonly language: string | null;
  readonly createdAt: Date;
}

export interface UserStore {
  /** By e-mail address, whatever its case. */
  findByEmail(email: string): Promise<{ user: User; passwordHash: string } | null>;
  list(accountId: string): Promise<User[]>;
  setLanguage(userId: string, language: string | null): Promise<void>;
  /** Replaces the hash and ends every session of the user, except the one of `keepToken`. */
  setPassword(userId: string, passwordHash: string, keepToken: string | null): Promise<void>;
  /** `last-owner`: an account always keeps someone who can manage it. */
  remove(
    accountId: string,
    userId: string,
    /** Also revokes the keys that they made, at the same moment. */
    options: { revokeKeys: boolean },
  ): Promise<'removed' | 'not-found' | 'last-owner'>;
  setRole(accountId: string, userId: string, role: UserRole): Promise<'changed' | 'not-found' | 'last-owner'>;
}

export interface SessionStore {
  /** Returns the token for the cookie; the database keeps its hash. */
  open(userId: string, lifetimeSeconds: number): Promise<string>;
  /** Null where the token is unknown or its session has ended. */
  find(token: string): Promise<User | null>;
  close(token: string): Promise<void>;
}

export interface FirstUser {
  readonly accountName: string;
  readonly email: string;
  readonly passwordHash: string;
}

export interface SetupStore {
  /** A fresh token to print, made anew at each start while nobody administers the instance; null once someone does. */
  ensureToken(): Promise<string | null>;
  /** Whether nobody can sign in yet. */
  isPending(): Promise<boolean>;
  /** Whether this token would be taken; it is not spent. */
  isValid(token: string): Promise<boolean>;
  /**
   * Spends the token and creates account, owner, key and secret in one transaction: of two who hold the same
   * link, one wins. `email-taken`: the token is not spent.
   */
  claim(token: string, first: FirstUser): Promise<(NewAccount & { user: User }) | 'invalid' | 'email-taken'>;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly expiresAt: Date;
}

/** One-time links by which an owner lets others into the account. */
export interface InvitationStore {
  create(accountId: string, email: string, role: UserRole, lifetimeSeconds: number): Promise<string>;
  list(accountId: string): Promise<Invitation[]>;
  revoke(accountId: string, invitationId: string): Promise<boolean>;
  /** Whose invitation a token is; null where it is wrong, spent or too old. */
  peek(token: string): Promise<{ email: string; accountName: string } | null>;
  /** Spends the token and creates the user, in one transaction. */
  accept(token: string, passwordHash: string): Promise<User | 'invalid' | 'email-taken'>;
}

/** What one challenge was and got, so that a customer can see what to mend. */
export type UrlVerdict =
  | { readonly verified: true; readonly exchange: Exchange }
  | {
      readonly verified: false;
      readonly rule: string;
      readonly reason: string;
      readonly exchange: Exchange;
    };

export interface DeliveryAttempt {
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly outcome: string;
  readonly responseSnippet: string;
}

export type DeliveryStatus = 'pending' | 'held' | 'delivered' | 'failed';

export interface Delivery {
  readonly id: string;
  readonly sequence: number;
  readonly taskId: string;
  readonly kind: 'processing' | 'final' | 'test';
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** What was analysed; null of a test, and where the task was deleted. */
  readonly operation: OperationName | null;
  readonly model: string;
  /** The name of the recording's file, or the title of lyrics. */
  readonly subject: string | null;
  /** The second song or lyric of a comparison. */
  readonly otherSubject: string | null;
}

export interface DeliveryFilter {
  readonly limit: number;
  readonly status?: DeliveryStatus;
  readonly taskId?: string;
  /** Only those before this sequence number: newest first, page by page. */
  readonly before?: number;
}

/** Messages made in a stretch of time: those that failed, or those that arrived too. */
export interface DeliveryRange {
  readonly from: Date;
  readonly to: Date;
  readonly alsoDelivered: boolean;
}

export interface DeliveryService {
  list(accountId: string, filter: DeliveryFilter): Promise<Delivery[]>;
  attempts(accountId: string, messageId: string): Promise<DeliveryAttempt[]>;
  /** Makes messages due again now, whatever became of them; returns how many. */
  resend(accountId: string, selection: { ids: string[] } | DeliveryRange): Promise<number>;
  /** Queues a signed callback that no task stands behind, delivered as any other; returns its message id. */
  queueTest(accountId: string): Promise<string>;
}

export interface UsageRow {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly operation: string;
  readonly model: string;
  readonly calls: number;
  readonly priceUsd: number;
}

export interface UsageReader {
  byDay(accountId: string, since: Date): Promise<UsageRow[]>;
  quotas(accountId: string): Promise<QuotaUse>;
}

/** What an instance administrator sees. */
export interface InstanceReport {
  readonly accounts: ReadonlyArray<{
    id: string;
    name: string;
    plan: Plan;
    createdAt: Date;
    songs: number;
    bytes: number;
    tasks: number;
  }>;
  readonly queue: { pending: number; processing: number; oldestPendingAt: Date | null };
  readonly workers: ReadonlyArray<{ id: string; tasks: number; leaseExpiresAt: Date }>;
  readonly outbox: { pending: number; held: number; failed: number };
  readonly storage: { musicBytes: number; databaseBytes: number };
}

/** An optional model and what is there of it. */
export interface ModelReport {
  readonly entry: {
    readonly id: string;
    readonly purpose: string;
    /** Operations. */
    readonly usedBy: readonly string[];
    readonly licence: string;
    /** What the service cannot do while the model is absent, in a sentence. */
    readonly withoutIt: string;
    /** Roughly what a download comes to, where `totalBytes` is not known before the first one. */
    readonly aboutBytes?: number;
  };
  readonly state: 'shipped' | 'installed' | 'partial' | 'absent';
  /** On the disk now. */
  readonly bytes: number;
  /** Of all its files; null where nobody knows before the download. */
  readonly totalBytes: number | null;
}

export interface ModelReader {
  list(): Promise<readonly ModelReport[]>;
  /** What an analysis needs and this instance has not. */
  missing(): Promise<readonly MissingModel[]>;
  readonly installations: ModelInstallations;
}

/** An installation that runs, or one that did not succeed. */
export interface InstallationView {
  /** `interrupted`: its process ended without a word. */
  readonly state: 'running' | 'failed' | 'cancelled' | 'interrupted';
  readonly file: string | null;
  /** 0-based. */
  readonly fileIndex: number;
  readonly files: number;
  readonly receivedBytes: number;
  /** Of this file; null where the hub does not say. */
  readonly totalBytes: number | null;
  /** Why it failed, and what to do; null otherwise. */
  readonly error: string | null;
}

export type InstallOutcome = 'started' | 'running' | 'installed' | 'unknown' | 'not-installable';

/** Installing models on request; whichever process of the instance does it. */
export interface ModelInstallations {
  isInstallable(id: string): boolean;
  /** Why none can be installed from here, and what to do; null where they can. */
  readonly reasonAgainst: string | null;
  /** Null where none runs and the last one succeeded. */
  of(id: string): Promise<InstallationView | null>;
  start(id: string): Promise<InstallOutcome>;
  /** False where none runs. */
  cancel(id: string): Promise<boolean>;
}

export interface MissingModel {
  readonly analysis: AnalysisName;
  /** The model that an operator may install. */
  readonly model: string;
  /** Installs it. */
  readonly command: string;
}

export interface TagStore {
  /** By recording, in the order of the alphabet; nothing for those without. */
  of(accountId: string, musicIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Those in use, with how many recordings have them. */
  list(accountId: string): Promise<ReadonlyArray<{ tag: string; recordings: number }>>;
  /** Twice is fine. */
  add(accountId: string, musicId: string, tag: string): Promise<'added' | 'not-found' | 'too-many'>;
  remove(accountId: string, musicId: string, tag: string): Promise<void>;
}

export interface InstanceReader {
  report(): Promise<InstanceReport>;
}
