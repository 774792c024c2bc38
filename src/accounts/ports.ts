/** Accounts, their members, API keys and the callback endpoint, as the rest of the service uses them. */
import type { Plan } from '../domain/plans.js';
import type { AuditActor, AuditEvent } from '../domain/review.js';
import type { NewSong } from '../domain/song.js';
import type { UserRole } from '../domain/user-roles.js';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** Shown once, at creation. */
export interface NewAccount {
  readonly account: Account;
  readonly keyId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
}

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The person who made it in the dashboard; `email` is null once they left. Null where no person made it. */
  readonly createdBy: { readonly userId: string; readonly email: string | null } | null;
}

export interface NewKey {
  readonly name?: string;
  readonly expiresAt?: Date | null;
  /** The user who makes it. */
  readonly createdBy?: string;
}

export type Authentication =
  | { readonly outcome: 'ok'; readonly keyId: string; readonly account: Account }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'unknown' };

export interface AccountStore {
  create(name: string, plan: Plan): Promise<NewAccount>;
  get(accountId: string): Promise<Account | null>;
  list(): Promise<Account[]>;
  setPlan(accountId: string, plan: Plan): Promise<boolean>;
  /** Removes the account and every row of it; its blobs are the caller's to remove first. */
  remove(accountId: string): Promise<boolean>;
}

export interface KeyStore {
  create(accountId: string, options: NewKey): Promise<{ keyId: string; apiKey: string }>;
  list(accountId: string): Promise<ApiKey[]>;
  /** False where the account has no such key. Revoking twice is fine. */
  revoke(accountId: string, keyId: string): Promise<boolean>;
  authenticate(apiKey: string): Promise<Authentication>;
}

/** Rules that a text breaks by itself: it cannot become a callback URL, and is not saved as one. */
export const unsavableUrlRules: ReadonlySet<string> = new Set([
  'invalid_url',
  'not_https',
  'credentials_in_url',
]);

/** The callback URL of an account and its signing secrets. */
export interface CallbackSettings {
  readonly url: string | null;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  /** Newest first; the second, if any, still signs until it expires. */
  readonly secrets: ReadonlyArray<{ secret: string; expiresAt: Date | null }>;
}

export interface CallbackSettingsStore {
  get(accountId: string): Promise<CallbackSettings | null>;
  /** Saves a URL that just passed its challenge, clears a disabling, and releases held messages. */
  setVerified(accountId: string, url: string): Promise<void>;
  /**
   * Saves a URL that failed its challenge, so that it can be tried again; nothing is sent to it. Returns false and leaves
   * everything as it is where another URL is verified: a failed attempt must not stop the deliveries to the one that works.
   */
  setUnverified(accountId: string, url: string): Promise<boolean>;
  /** Nothing is sent any more. */
  clear(accountId: string): Promise<void>;
  /** Issues a new secret; the old one signs beside it for 24 hours. */
  rotateSecret(accountId: string): Promise<string>;
}

/** A person who signs in to the dashboard. */
export interface Member {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: UserRole;
  /** Instance administrators see the operator pages. */
  readonly isOperator: boolean;
  readonly createdAt: Date;
}

export interface MemberStore {
  /** By e-mail address, whatever its case. */
  findByEmail(email: string): Promise<{ readonly user: Member } | null>;
  list(accountId: string): Promise<readonly Member[]>;
  /** Replaces the hash and ends every session of the user, except the one of `keepToken`. */
  setPassword(userId: string, passwordHash: string, keepToken: string | null): Promise<void>;
}

export interface InvitationMaker {
  /** Returns the token of a link that works once. */
  create(accountId: string, email: string, role: UserRole, lifetimeSeconds: number): Promise<string>;
}

export interface AuditWriter {
  append(actor: AuditActor, accountId: string, event: AuditEvent): Promise<void>;
}

/** Recomputes the chain of hashes of an account's audit log. */
export interface AuditVerifier {
  verify(accountId: string): Promise<{ entries: number; headHash: string | null; brokenAt: number | null }>;
}

/** What the operator does with datasets. */
export interface DatasetImporter {
  /** `accountId` null: the instance's own, which is `default`. */
  addMissingSongs(
    accountId: string | null,
    datasetId: string,
    songs: readonly NewSong[],
  ): Promise<{ added: number; present: number } | null>;
  listAll(): Promise<ReadonlyArray<{ id: string; accountId: string | null; name: string; songs: number }>>;
}
