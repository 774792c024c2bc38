import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountStore } from '../storage/accounts.js';
import { callbackSettingsStore } from '../storage/callback-settings.js';
import type { OpenDatabase } from '../storage/database.js';
import { datasetImporter } from '../storage/dataset-import.js';
import { invitationStore } from '../storage/invitations.js';
import { keyStore } from '../storage/keys.js';
import { auditLog } from '../storage/review/audit.js';
import { sessionStore } from '../storage/sessions.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import { userStore } from '../storage/users.js';
import { createAdministration } from './administration.js';
import type { Administration } from './commands.js';
import { runAdministrationCommand } from './run-command.js';

describe('administration on a real database', () => {
  let database: OpenDatabase;
  let administration: Administration;
  const asked: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    administration = createAdministration({
      accounts: accountStore(database.db),
      keys: keyStore(database.db),
      callbacks: callbackSettingsStore(database.db, () => {}),
      members: userStore(database.db),
      invitations: invitationStore(database.db),
      audit: auditLog(database.db),
      hashPassword: async (password) => `hash of ${password}`,
      datasets: datasetImporter(database.db),
      deleteAccount: (accountId) => accountStore(database.db).remove(accountId),
      async verifyUrl(accountId, url) {
        asked.push(`${accountId} ${url}`);
        return url.includes('good')
          ? { verified: true }
          : url.startsWith('https:')
            ? { verified: false, rule: 'status_not_200', reason: 'Answer 200.' }
            : { verified: false, rule: 'invalid_url', reason: 'This is not a URL.' };
      },
    });
  });
  afterAll(() => database.close());

  it('needs no account id while there is exactly one account, and asks for it otherwise', async () => {
    await expect(administration.listKeys({})).rejects.toThrow('no account yet');
    const first = await administration.createAccount({ name: 'First', plan: 'free' });
    expect(await administration.listKeys({})).toHaveLength(1);
    await administration.createAccount({ name: 'Second', plan: 'pro' });
    await expect(administration.listKeys({})).rejects.toThrow('--account ID');
    expect(await administration.listKeys({ accountId: first.account_id })).toHaveLength(1);
  });

  it('refuses, in the service and without one, names that say nothing and times that are none', async () => {
    for (const name of ['', '  ', 'x'.repeat(201)]) {
      await expect(administration.createAccount({ name, plan: 'free' })).rejects.toThrow('name: must');
    }
    await expect(administration.createKey({ expires: 'soon' })).rejects.toThrow('ISO 8601');
  });

  it('answers with the keys that automation relies on, and a created key opens the account', async () => {
    const account = await administration.createAccount({ name: 'Shapes', plan: 'enterprise' });
    expect(Object.keys(account)).toEqual(['account_id', 'api_key', 'signing_secret']);
    const key = await administration.createKey({ accountId: account.account_id });
    expect(Object.keys(key)).toEqual(['key_id', 'api_key']);
    const found = await keyStore(database.db).authenticate(key.api_key);
    expect(found).toMatchObject({ outcome: 'ok', account: { id: account.account_id, plan: 'enterprise' } });
  });

  it('a deleted account is gone with its keys; an unknown one is reported as such', async () => {
    const { account_id: accountId, api_key } = await administration.createAccount({
      name: 'Gone',
      plan: 'free',
    });
    expect(await administration.deleteAccount({ accountId })).toEqual({
      account_id: accountId,
      deleted: true,
    });
    expect(await keyStore(database.db).authenticate(api_key)).toEqual({ outcome: 'unknown' });
    await expect(administration.deleteAccount({ accountId })).rejects.toThrow(/no account/);
  });

  it('lets a person join an account by a link, and gives whoever lost the password a new one', async () => {
    const { account_id: accountId } = await administration.createAccount({ name: 'People', plan: 'free' });
    const email = 'Ann@Example.com';
    const invited = await administration.inviteMember({ accountId, email, role: 'member' });
    expect(invited).toMatchObject({ account_id: accountId, email: 'ann@example.com', role: 'member' });
    const token = invited.path.replace('/invitation?token=', '');
    await invitationStore(database.db).accept(token, 'hash of the lost one');
    expect(await administration.listMembers({ accountId })).toMatchObject([
      { email: 'ann@example.com', role: 'member', administrator: false },
    ]);
    await expect(administration.inviteMember({ accountId, email, role: 'owner' })).rejects.toThrow(
      'belongs to this account already',
    );
    const { account_id: other } = await administration.createAccount({ name: 'Strangers', plan: 'free' });
    await expect(administration.inviteMember({ accountId: other, email, role: 'owner' })).rejects.toThrow(
      'to one account only',
    );

    const sessions = sessionStore(database.db);
    const { user } = (await userStore(database.db).findByEmail(email))!;
    const session = await sessions.open(user.id, 60);
    const { password } = await administration.renewPassword({ email });
    expect(password).toMatch(/^[\w-]{20}$/);
    const found = await userStore(database.db).findByEmail(email);
    expect(found?.passwordHash).toBe(`hash of ${password}`);
    expect(await sessions.find(session)).toBeNull();
    expect(await auditLog(database.db).verify(accountId)).toMatchObject({ entries: 2, brokenAt: null });
    await expect(administration.renewPassword({ email: 'bob@example.com' })).rejects.toThrow(
      'Nobody signs in',
    );
    await expect(administration.renewPassword({ email: 'bob' })).rejects.toThrow('not an e-mail address');
  });

  it('an import that is repeated adds nothing twice, and needs a dataset that exists', async () => {
    const song = { artist: 'A', year: '', link: null, language: '', lyrics: 'one\ntwo', musicId: null };
    const songs = [
      { ...song, title: 'First' },
      { ...song, title: 'Second' },
      { ...song, title: 'First', lyrics: 'other words' },
    ];
    const arguments_ = { datasetId: 'default', songs };
    expect(await administration.importSongs(arguments_)).toEqual({ added: 3, present: 0 });
    expect(await administration.importSongs(arguments_)).toEqual({ added: 0, present: 3 });
    const [first] = await administration.listDatasets({});
    expect(first).toMatchObject({ dataset_id: 'default', account_id: null, songs: 3 });
    await expect(administration.importSongs({ datasetId: 'ds_none', songs })).rejects.toThrow('no dataset');
  });

  it('makes a key that has expired already, so that its answer can be tested', async () => {
    const { account_id } = await administration.createAccount({ name: 'Late', plan: 'free' });
    const { key_id, api_key } = await administration.createKey({
      accountId: account_id,
      expires: '2020-01-01T00:00:00Z',
    });
    expect((await keyStore(database.db).authenticate(api_key)).outcome).toBe('expired');
    const keys = await administration.listKeys({ accountId: account_id });
    expect(keys.find((key) => key.key_id === key_id)?.status).toBe('expired');
  });

  it('revokes a key by its id whichever account has it, and says so when none has', async () => {
    const { account_id, api_key } = await administration.createAccount({ name: 'Revoke', plan: 'free' });
    const [key] = await administration.listKeys({ accountId: account_id });
    expect(await administration.revokeKey({ keyId: key!.key_id })).toEqual({
      key_id: key!.key_id,
      revoked: true,
    });
    expect((await keyStore(database.db).authenticate(api_key)).outcome).toBe('unknown');
    await expect(administration.revokeKey({ keyId: 'key_nothing' })).rejects.toThrow('no key key_nothing');
  });

  it('keeps a verified callback URL where another one fails, and never saves what is no URL', async () => {
    const { account_id: accountId } = await administration.createAccount({ name: 'Callback', plan: 'free' });
    const good = 'https://good.example/hook';
    expect(await administration.setCallback({ accountId, url: good })).toEqual({ verified: true });
    expect(await administration.showCallback({ accountId })).toMatchObject({ url: good, verified: true });
    const bad = 'https://bad.example/hook';
    for (const [url, reason] of [
      [bad, 'status_not_200: Answer 200.'],
      ['nonsense', 'invalid_url: This is not a URL.'],
    ] as const) {
      const failed = await administration.setCallback({ accountId, url });
      expect(failed).toEqual({ verified: false, reason, saved: false, url: good });
      expect(await administration.showCallback({ accountId })).toMatchObject({ url: good, verified: true });
    }
    expect(asked).toEqual([`${accountId} ${good}`, `${accountId} ${bad}`, `${accountId} nonsense`]);
    const { account_id: other } = await administration.createAccount({ name: 'Other', plan: 'free' });
    const saved = await administration.setCallback({ accountId: other, url: bad });
    expect(saved).toMatchObject({ verified: false, saved: true, url: bad });
    const nonsense = await administration.setCallback({ accountId: other, url: 'nonsense' });
    expect(nonsense).toMatchObject({ verified: false, saved: false, url: bad });
    expect(await administration.showCallback({ accountId: other })).toMatchObject({
      url: bad,
      verified: false,
    });
  });

  it('keeps the old secret beside the new one after a rotation', async () => {
    const account = await administration.createAccount({ name: 'Rotate', plan: 'free' });
    const rotated = await administration.rotateSecret({ accountId: account.account_id });
    expect(rotated.signing_secret).not.toBe(account.signing_secret);
    const { signing_secrets } = await administration.showSecrets({ accountId: account.account_id });
    expect(signing_secrets).toEqual([rotated.signing_secret, account.signing_secret]);
  });

  it('refuses unknown commands and arguments of the wrong shape without running anything', async () => {
    const before = (await administration.listAccounts({})).length;
    expect(await runAdministrationCommand(administration, 'dropEverything', {})).toBeNull();
    expect(await runAdministrationCommand(administration, 'toString', {})).toBeNull();
    expect(
      await runAdministrationCommand(administration, 'createAccount', { name: 'x', plan: 'gold' }),
    ).toMatchObject({
      fault: { code: 'invalid_argument', message: 'plan: must be free, pro or enterprise' },
    });
    expect(
      await runAdministrationCommand(administration, 'createAccount', {
        name: 'x',
        plan: 'pro',
        admin: true,
      }),
    ).toMatchObject({ fault: { code: 'invalid_argument' } });
    expect((await administration.listAccounts({})).length).toBe(before);
  });
});
