/** The administration's commands as an interface, and what they work on. */
import type { Answers } from './command-answers.js';
import type { AdministrationCommand, ArgumentsOf } from './command-arguments.js';
import type {
  AccountStore,
  AuditVerifier,
  AuditWriter,
  CallbackSettingsStore,
  DatasetImporter,
  InvitationMaker,
  KeyStore,
  MemberStore,
} from './ports.js';

/** The outcome of a challenge of a callback URL: the rule that failed, and what to do about it. */
export type UrlCheck =
  | { readonly verified: true }
  | { readonly verified: false; readonly rule: string; readonly reason: string };

export interface AdministrationDependencies {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly callbacks: CallbackSettingsStore;
  /** Adds the songs that the dataset does not hold yet; null where there is no such dataset. */
  readonly datasets: DatasetImporter;
  readonly members: MemberStore;
  readonly invitations: InvitationMaker;
  readonly audit: AuditVerifier & AuditWriter;
  hashPassword(password: string): Promise<string>;
  /** Deletes the account and everything of it; false where there is none. */
  deleteAccount(accountId: string): Promise<boolean>;
  /** Sends the challenge for `accountId` to `url` through the egress guard. */
  verifyUrl(accountId: string, url: string): Promise<UrlCheck>;
}

/** One function a command; all reject with AdministrationError for what the operator got wrong. */
export type Administration = {
  readonly [C in AdministrationCommand]: (given: ArgumentsOf<C>) => Promise<Answers[C]>;
};
