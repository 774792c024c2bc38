/** The tables of notifications, as Kysely types. */
import type { ColumnType, Generated } from 'kysely';
import type { NoticeBody, WantedFindings } from '../../domain/notice.js';

export interface NotificationSettingsTable {
  user_id: string;
  account_id: string;
  by_email: boolean;
  batches: boolean;
  findings: WantedFindings;
  /** Notices up to this one were seen. */
  read_sequence: Generated<number>;
  /** Where e-mails go; null: to the address that the member signs in with. */
  address: string | null;
  /** The address that was confirmed last; e-mails go out where it is the one they go to. */
  confirmed_address: string | null;
  confirmed_at: Date | null;
}

/** A message that asks whether an address is the member's. */
export interface EmailConfirmationsTable {
  id: string;
  account_id: string;
  user_id: string;
  address: string;
  status: Generated<'pending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  /** Of its link; null before the first attempt. */
  expires_at: Date | null;
  /** When its link was used. */
  used_at: Date | null;
}

/** Hashes of the tokens in its links, one for each attempt to send. */
export interface EmailConfirmationTokensTable {
  token_hash: string;
  confirmation_id: string;
}

/** The URL is a secret: whoever has it can post. */
export interface NotificationWebhooksTable {
  account_id: string;
  url: string;
  batches: boolean;
  findings: WantedFindings;
  created_at: Generated<Date>;
}

/** What was found and is in no notice yet. */
export interface FindingEventsTable {
  task_id: string;
  account_id: string;
  finding: 'found' | 'possible';
  created_at: Generated<Date>;
}

export interface NoticesTable {
  id: string;
  sequence: Generated<number>;
  account_id: string;
  /** Counts by which members' settings choose. */
  batches: number;
  found: number;
  possible: number;
  body: ColumnType<NoticeBody, string, string>;
  created_at: Generated<Date>;
}

export interface NoticeDeliveriesTable {
  id: string;
  notice_id: string;
  account_id: string;
  channel: 'email' | 'webhook';
  /** Whose address; null for the webhook. */
  user_id: string | null;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  /** What the last attempt failed with. */
  error: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

export interface NotificationTables {
  email_confirmations: EmailConfirmationsTable;
  email_confirmation_tokens: EmailConfirmationTokensTable;
  notification_settings: NotificationSettingsTable;
  notification_webhooks: NotificationWebhooksTable;
  finding_events: FindingEventsTable;
  notices: NoticesTable;
  notice_deliveries: NoticeDeliveriesTable;
}
