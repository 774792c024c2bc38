/** Notifications as the dashboard's routes use them. */
import type { Notice, NoticeWishes } from '../../../domain/notice.js';

export interface MemberNotifications extends NoticeWishes {
  readonly byEmail: boolean;
  /** Where e-mails go; null: to the address that the member signs in with. */
  readonly address: string | null;
}

export interface AccountWebhook extends NoticeWishes {
  readonly url: string;
}

/** What became of the latest delivery over a channel. */
export interface LastDelivery {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly at: Date;
  readonly error: string | null;
}

export interface NotificationStore {
  /** Of a member; what a new one has where nothing was chosen. */
  settings(userId: string): Promise<MemberNotifications>;
  setSettings(accountId: string, userId: string, settings: MemberNotifications): Promise<void>;
  webhook(accountId: string): Promise<AccountWebhook | null>;
  setWebhook(accountId: string, webhook: AccountWebhook): Promise<void>;
  /** False where there was none. */
  removeWebhook(accountId: string): Promise<boolean>;
  /** Null where nothing was sent yet. `userId` null: of the webhook. */
  lastDelivery(accountId: string, userId: string | null): Promise<LastDelivery | null>;
  /** Newest first, those that the member wants to hear of; and how many of them are new. */
  notices(
    accountId: string,
    userId: string,
    limit: number,
  ): Promise<{ unread: number; notices: Array<Notice & { readonly isRead: boolean }> }>;
  unread(accountId: string, userId: string): Promise<number>;
  /** Up to and with this one. */
  markRead(accountId: string, userId: string, sequence: number): Promise<void>;
}

/** Sends a message to a webhook through the egress guard: null where it was taken, else why not. */
export type TryWebhook = (url: string, text: string) => Promise<string | null>;

/** Where a member's e-mails go, and whether it is confirmed. */
export interface ConfirmationView {
  readonly address: string;
  /** `sent`: its link still works. */
  readonly state: 'confirmed' | 'not_requested' | 'pending' | 'sent' | 'failed' | 'expired';
  /** When it was confirmed, or the last message was sent or asked for. */
  readonly at: Date | null;
  readonly expiresAt: Date | null;
  /** What the last attempt to send failed with. */
  readonly error: string | null;
}

/** Of the link in a message. `replaced`: the member's e-mails go to another address by now. */
export type LinkState = 'open' | 'used' | 'expired' | 'replaced' | 'unknown';

export interface ConfirmationStore {
  view(userId: string): Promise<ConfirmationView>;
  /** Has a message sent; `again`: also where the link of an earlier one still works. */
  request(
    accountId: string,
    userId: string,
    choice: { readonly again: boolean },
  ): Promise<
    | { readonly outcome: 'queued' | 'confirmed' | 'open' }
    | { readonly outcome: 'limited'; readonly retryAfterSeconds: number }
  >;
  /** Changes nothing. */
  peek(token: string): Promise<{ readonly state: LinkState; readonly address?: string }>;
  /** Confirms where the state is `open`, once; answers the state before. */
  confirm(token: string): Promise<{ readonly state: LinkState; readonly address?: string }>;
}
