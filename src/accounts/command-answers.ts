/** What each administration command answers, as printed with `--json`. */
import type { UserRole } from '../domain/user-roles.js';

export interface AccountLine {
  account_id: string;
  name: string;
  plan: string;
  created_at: string;
}

export interface KeyLine {
  key_id: string;
  account_id: string;
  prefix: string;
  name: string;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** E-mail address of the member who made it; null where no person did; 'a former member' where they left. */
  created_by: string | null;
}

export interface DatasetLine {
  dataset_id: string;
  account_id: string | null;
  name: string;
  songs: number;
}

export interface CallbackLine {
  account_id: string;
  url: string | null;
  verified: boolean;
  verified_at: string | null;
  disabled_at: string | null;
  disabled_reason: string | null;
  active_secrets: number;
}

/** `head_hash` null without entries; `broken_at`: the first entry that is not what was written. */
export interface AuditLine {
  account_id: string;
  entries: number;
  head_hash: string | null;
  broken_at: number | null;
}

export interface MemberLine {
  email: string;
  role: UserRole;
  /** Whether they see the pages of the whole instance. */
  administrator: boolean;
  created_at: string;
}

export interface Answers {
  createAccount: { account_id: string; api_key: string; signing_secret: string };
  listAccounts: AccountLine[];
  deleteAccount: { account_id: string; deleted: true };
  createKey: { key_id: string; api_key: string };
  listKeys: KeyLine[];
  revokeKey: { key_id: string; revoked: true };
  /** `url` is the one that is registered now; `saved` whether it is the one that failed. */
  setCallback: { verified: true } | { verified: false; reason: string; saved: boolean; url: string | null };
  showCallback: CallbackLine;
  /** Newest first; what a development receiver needs to verify signatures. */
  showSecrets: { account_id: string; signing_secrets: string[] };
  rotateSecret: { account_id: string; signing_secret: string };
  /** `path`: of the dashboard, works once, within 7 days. */
  inviteMember: { account_id: string; email: string; role: UserRole; path: string };
  listMembers: MemberLine[];
  renewPassword: { account_id: string; email: string; password: string };
  verifyAudit: AuditLine;
  listDatasets: DatasetLine[];
  importSongs: { added: number; present: number };
}
