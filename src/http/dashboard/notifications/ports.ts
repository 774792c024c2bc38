/** Notifications as the dashboard's routes use them. */
import type { Notice, NoticeWishes } from '../../../domain/notice.js';

export interface MemberNotifications extends NoticeWishes {
  readonly byEmail: boolean;
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
