/** Notifications as the parts around them see them: what there is to say, to whom, and what became of it. */
import type { Notice, NoticeWishes } from '../domain/notice.js';

/** A notice on its way to one recipient, under a lease. */
export interface ClaimedNotice {
  readonly id: string;
  readonly lease: string;
  readonly accountId: string;
  /** Attempts that were recorded. */
  readonly attempts: number;
  readonly notice: Notice;
  /** Where it goes now; without a channel where nobody wants it any more, or the address is not confirmed now. */
  readonly to:
    | {
        readonly channel: 'email';
        readonly address: string;
        /** Of the member's profile; null where none is chosen. */
        readonly language: string | null;
        readonly wishes: NoticeWishes;
      }
    | { readonly channel: 'webhook'; readonly url: string; readonly wishes: NoticeWishes }
    | { readonly channel: null; readonly reason: 'unwanted' | 'unconfirmed' };
}

export type NoticeOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly waitSeconds: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

export interface NoticeOutbox {
  /** Leases what is due. Two callers never get the same delivery; an expired lease counts as none. */
  claim(limit: number, leaseSeconds: number): Promise<ClaimedNotice[]>;
  /** Counts the attempt and ends the lease. Does nothing where the lease is another's by now. */
  record(claimed: ClaimedNotice, outcome: NoticeOutcome): Promise<void>;
}

export interface NoticeMaker {
  /** Ends batches that have nothing left to do; returns how many. */
  endBatches(): Promise<number>;
  /** Accounts with something to say whose last notice is long enough ago; those that waited longest, without `except`. */
  dueAccounts(except: readonly string[]): Promise<string[]>;
  /**
   * Turns everything that is new in the account into one notice, with a delivery to each who wants it, in one
   * transaction. False where there was nothing, or another process does it. E-mails beyond those that an account may
   * send in a day are recorded as failed.
   */
  make(accountId: string, channels: { readonly email: boolean }): Promise<boolean>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt, so that a mail server or reader can recognise a repeated one. */
  readonly messageId: string;
}

/** Rejects where the server did not take it, long before the lease of a delivery ends. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Posts to a webhook. Resolves with why it failed, null where it was taken. */
export type PostText = (url: string, text: string) => Promise<string | null>;

/** One on its way, under a lease. */
export interface ClaimedConfirmation {
  readonly id: string;
  readonly lease: string;
  readonly accountId: string;
  /** Attempts that were begun before. */
  readonly attempts: number;
  readonly address: string;
  /** Of the member's profile; null where none is chosen. */
  readonly language: string | null;
  /** Whether the member's e-mails would go to this address now. */
  readonly isWanted: boolean;
}

export type ConfirmationOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'pending'; readonly waitSeconds: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

export interface ConfirmationOutbox {
  /** Leases what is due. Two callers never get the same message; an expired lease counts as none. */
  claim(limit: number, leaseSeconds: number): Promise<ClaimedConfirmation[]>;
  /** Begins an attempt, which counts from here on: a new token, of which the hash is kept; null where the lease is another's by now. */
  issueLink(
    claimed: ClaimedConfirmation,
  ): Promise<{ readonly token: string; readonly expiresAt: Date } | null>;
  /** Ends the lease. Does nothing where it is another's by now. */
  record(claimed: ClaimedConfirmation, outcome: ConfirmationOutcome): Promise<void>;
  /** Deletes one of which no attempt was begun. Does nothing where the lease is another's by now. */
  drop(claimed: ClaimedConfirmation): Promise<void>;
}
