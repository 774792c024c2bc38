/**
 * What an operator does to accounts, keys and callback URLs, as functions from JSON to JSON: the command line calls
 * them in its own process when no instance runs, and by name over the instance's local door when one does.
 */
import { z } from 'zod';
import { planNames } from '../domain/plans.js';
import type {
  Account,
  AccountStore,
  ApiKey,
  CallbackSettingsStore,
  DatasetImporter,
  KeyStore,
} from './ports.js';

/** What a challenge of a callback URL came to; `reason` names the rule that failed and says what to do. */
export type UrlCheck = { readonly verified: true } | { readonly verified: false; readonly reason: string };

export interface AdministrationDependencies {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly callbacks: CallbackSettingsStore;
  /** Adds the songs that the dataset does not hold yet; null where there is no such dataset. */
  readonly datasets: DatasetImporter;
  /** Deletes the account and everything of it; false where there is none. */
  forgetAccount(accountId: string): Promise<boolean>;
  /** Sends the challenge for `accountId` to `url` through the egress guard. */
  verifyUrl(accountId: string, url: string): Promise<UrlCheck>;
}

export type AdministrationFault =
  | 'invalid_argument'
  | 'unknown_account'
  | 'unknown_dataset'
  | 'unknown_key'
  | 'account_needed';

/** The operator asked for something that cannot be; the message says what to do. */
export class AdministrationError extends Error {
  constructor(
    readonly code: AdministrationFault,
    message: string,
  ) {
    super(message);
    this.name = 'AdministrationError';
  }
}

const name = z.string().trim().min(1, 'must not be empty').max(200, 'must be at most 200 characters');
/** Left out where the instance has one account only. */
const accountId = z.string().optional();

const line = z.string().max(2000);
const importedSong = z.strictObject({
  title: line.min(1),
  artist: line,
  year: line,
  link: line.nullable(),
  language: line,
  lyrics: z.string().max(200_000).nullable(),
  musicId: line.nullable(),
});

/** The arguments of each command, by its name. */
export const administrationArguments = {
  createAccount: z.strictObject({ name, plan: z.enum(planNames, 'must be free, pro or enterprise') }),
  listAccounts: z.strictObject({}),
  deleteAccount: z.strictObject({ accountId: z.string().min(1) }),
  createKey: z.strictObject({
    accountId,
    name: name.optional(),
    expires: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 time such as 2027-01-31T00:00:00Z' })
      .optional(),
  }),
  listKeys: z.strictObject({ accountId }),
  revokeKey: z.strictObject({ accountId, keyId: z.string().min(1) }),
  setCallback: z.strictObject({ accountId, url: z.string().min(1).max(2000) }),
  showCallback: z.strictObject({ accountId }),
  showSecrets: z.strictObject({ accountId }),
  rotateSecret: z.strictObject({ accountId }),
  listDatasets: z.strictObject({}),
  importSongs: z.strictObject({ datasetId: z.string().min(1), songs: z.array(importedSong).max(500) }),
} as const;

export type AdministrationCommand = keyof typeof administrationArguments;
type ArgumentsOf<C extends AdministrationCommand> = z.infer<(typeof administrationArguments)[C]>;

interface AccountLine {
  account_id: string;
  name: string;
  plan: string;
  created_at: string;
}

interface KeyLine {
  key_id: string;
  account_id: string;
  prefix: string;
  name: string;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

interface DatasetLine {
  dataset_id: string;
  account_id: string | null;
  name: string;
  songs: number;
}

interface CallbackLine {
  account_id: string;
  url: string | null;
  verified: boolean;
  verified_at: string | null;
  disabled_at: string | null;
  disabled_reason: string | null;
  active_secrets: number;
}

interface Answers {
  createAccount: { account_id: string; api_key: string; signing_secret: string };
  listAccounts: AccountLine[];
  deleteAccount: { account_id: string; deleted: true };
  createKey: { key_id: string; api_key: string };
  listKeys: KeyLine[];
  revokeKey: { key_id: string; revoked: true };
  setCallback: { verified: true } | { verified: false; reason: string };
  showCallback: CallbackLine;
  /** Newest first; what a development receiver needs to verify signatures. */
  showSecrets: { account_id: string; signing_secrets: string[] };
  rotateSecret: { account_id: string; signing_secret: string };
  listDatasets: DatasetLine[];
  importSongs: { added: number; present: number };
}

/** One function a command; all reject with AdministrationError for what the operator got wrong. */
export type Administration = {
  readonly [C in AdministrationCommand]: (given: ArgumentsOf<C>) => Promise<Answers[C]>;
};

export function createAdministration(dependencies: AdministrationDependencies): Administration {
  const { accounts, keys, callbacks, datasets } = dependencies;

  async function resolveAccount(id: string | undefined): Promise<Account> {
    if (id !== undefined) {
      const account = await accounts.get(id);
      if (account) return account;
      throw new AdministrationError(
        'unknown_account',
        `There is no account ${id}. \`contrafact account list\` shows them.`,
      );
    }
    const all = await accounts.list();
    if (all.length === 1) return all[0]!;
    throw new AdministrationError(
      'account_needed',
      all.length === 0
        ? 'There is no account yet. Make one with `contrafact account create --name NAME --plan free`.'
        : `There are ${all.length} accounts: say which with --account ID (\`contrafact account list\` shows them).`,
    );
  }

  return {
    async createAccount({ name, plan }) {
      const created = await accounts.create(name, plan);
      return {
        account_id: created.account.id,
        api_key: created.apiKey,
        signing_secret: created.signingSecret,
      };
    },

    async listAccounts() {
      return (await accounts.list()).map((account) => ({
        account_id: account.id,
        name: account.name,
        plan: account.plan,
        created_at: account.createdAt.toISOString(),
      }));
    },

    async deleteAccount({ accountId }) {
      const account = await resolveAccount(accountId);
      await dependencies.forgetAccount(account.id);
      return { account_id: account.id, deleted: true };
    },

    async createKey({ accountId, name, expires }) {
      const account = await resolveAccount(accountId);
      // A time in the past is allowed: it is how an integrator tests what an expired key is answered.
      const expiresAt = expires === undefined ? null : new Date(expires);
      const { keyId, apiKey } = await keys.create(account.id, { name, expiresAt });
      return { key_id: keyId, api_key: apiKey };
    },

    async listKeys({ accountId }) {
      const account = await resolveAccount(accountId);
      return (await keys.list(account.id)).map((key) => keyLine(key, new Date()));
    },

    async revokeKey({ accountId, keyId }) {
      const candidates = accountId === undefined ? await accounts.list() : [await resolveAccount(accountId)];
      for (const account of candidates) {
        if (await keys.revoke(account.id, keyId)) return { key_id: keyId, revoked: true };
      }
      throw new AdministrationError(
        'unknown_key',
        `There is no key ${keyId}${accountId === undefined ? '' : ` in account ${accountId}`}. ` +
          '`contrafact key list` shows the ids (the key itself is not its id).',
      );
    },

    async setCallback({ accountId, url }) {
      const account = await resolveAccount(accountId);
      const check = await dependencies.verifyUrl(account.id, url);
      if (check.verified) {
        await callbacks.setVerified(account.id, url);
        return { verified: true };
      }
      // Saved all the same: what was asked for is the customer's URL now, and waits for its challenge.
      await callbacks.setUnverified(account.id, url);
      return { verified: false, reason: check.reason };
    },

    async showCallback({ accountId }) {
      const account = await resolveAccount(accountId);
      const settings = await callbacks.get(account.id);
      return {
        account_id: account.id,
        url: settings?.url ?? null,
        verified: settings?.verifiedAt != null,
        verified_at: settings?.verifiedAt?.toISOString() ?? null,
        disabled_at: settings?.disabledAt?.toISOString() ?? null,
        disabled_reason: settings?.disabledReason ?? null,
        active_secrets: settings?.secrets.length ?? 0,
      };
    },

    async showSecrets({ accountId }) {
      const account = await resolveAccount(accountId);
      const settings = await callbacks.get(account.id);
      return {
        account_id: account.id,
        signing_secrets: settings?.secrets.map(({ secret }) => secret) ?? [],
      };
    },

    async rotateSecret({ accountId }) {
      const account = await resolveAccount(accountId);
      return { account_id: account.id, signing_secret: await callbacks.rotateSecret(account.id) };
    },

    async listDatasets() {
      return (await datasets.listAll()).map(({ id, accountId, name, songs }) => ({
        dataset_id: id,
        account_id: accountId,
        name,
        songs,
      }));
    },

    async importSongs({ datasetId, songs }) {
      const dataset = (await datasets.listAll()).find(({ id }) => id === datasetId);
      const done = dataset && (await datasets.addMissingSongs(dataset.accountId, datasetId, songs));
      if (done) return done;
      throw new AdministrationError(
        'unknown_dataset',
        `There is no dataset ${datasetId}. \`contrafact dataset list\` shows them; \`default\` always exists.`,
      );
    },
  };
}

function keyLine(key: ApiKey, now: Date): KeyLine {
  const expired = key.expiresAt !== null && key.expiresAt <= now;
  return {
    key_id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    name: key.name,
    status: key.revokedAt ? 'revoked' : expired ? 'expired' : 'active',
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

export type CommandResult =
  | { readonly answer: unknown }
  | { readonly fault: { readonly code: AdministrationFault; readonly message: string } };

/**
 * Runs one command by its name with arguments of unknown shape, as the local door hands them over.
 * Null where there is no such command.
 */
export async function runAdministrationCommand(
  administration: Administration,
  command: string,
  given: unknown,
): Promise<CommandResult | null> {
  if (!Object.hasOwn(administrationArguments, command)) return null;
  const known = command as AdministrationCommand;
  const parsed = administrationArguments[known].safeParse(given ?? {});
  if (!parsed.success) return { fault: { code: 'invalid_argument', message: describe(parsed.error) } };
  const call = administration[known] as (parsed: unknown) => Promise<unknown>;
  try {
    return { answer: await call(parsed.data) };
  } catch (error) {
    if (!(error instanceof AdministrationError)) throw error;
    return { fault: { code: error.code, message: error.message } };
  }
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ');
}
