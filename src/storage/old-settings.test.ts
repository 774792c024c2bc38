import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountStore } from './accounts.js';
import type { OpenDatabase } from './database.js';
import { invitationStore, purgeInvitations } from './invitations.js';
import { hashToken } from './secrets.js';
import { setupStore } from './setup.js';
import { openTestDatabase } from './test-support/database.js';

let database: OpenDatabase;
let accountId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  accountId = (await accountStore(database.db).create('Acme', 'pro')).account.id;
});
afterAll(() => database.close());

/** As version 1.0.0 writes it. */
async function oldInvitation(token: string, expiresInMs: number, account = accountId): Promise<void> {
  const expiresAt = new Date(Date.now() + expiresInMs).toISOString();
  const kept = { accountId: account, email: `${token}@example.com`, role: 'member', expiresAt };
  await database.db
    .insertInto('instance_settings')
    .values({ name: `invitation:${hashToken(token)}`, value: JSON.stringify(kept) })
    .execute();
}
const left = async (): Promise<number> =>
  (await database.db.selectFrom('instance_settings').selectAll().execute()).length;

it('an invitation of version 1.0.0 is shown, listed, withdrawn and accepted as a new one', async () => {
  const invitations = invitationStore(database.db);
  await oldInvitation('first', 60_000);
  expect(await invitations.peek('first')).toEqual({ email: 'first@example.com', accountName: 'Acme' });
  await oldInvitation('second', 60_000);
  const listed = await invitations.list(accountId);
  expect(listed.map(({ email }) => email).sort()).toEqual(['first@example.com', 'second@example.com']);
  expect(await invitations.revoke(accountId, listed[0]!.id)).toBe(true);
  await oldInvitation('third', 60_000);
  expect(await invitations.accept('third', 'hash')).toMatchObject({ email: 'third@example.com', accountId });
  expect(await invitations.accept('third', 'hash')).toBe('invalid');
  expect(await left()).toBe(0);
});

it('housekeeping deletes invitations that are too old, of both kinds, and moves the others', async () => {
  const invitations = invitationStore(database.db);
  await database.db.deleteFrom('invitations').execute();
  await oldInvitation('stale', -1000);
  await oldInvitation('nobody', 60_000, 'acct_gone');
  await oldInvitation('open', 60_000);
  await invitations.create(accountId, 'new@example.com', 'owner', 60);
  const ended = await invitations.create(accountId, 'ended@example.com', 'owner', 60);
  await sql`update invitations set expires_at = now() - interval '1 second'
    where token_hash = ${hashToken(ended)}`.execute(database.db);
  expect(await purgeInvitations(database.db)).toBe(1);
  const rows = await database.db.selectFrom('invitations').select('email').execute();
  expect(rows.map(({ email }) => email).sort()).toEqual(['new@example.com', 'open@example.com']);
  expect(await left()).toBe(0);
  expect(await invitations.peek('stale')).toBeNull();
  expect(await invitations.accept(ended, 'hash')).toBe('invalid');
});

it('a setup link of version 1.0.0 beside this one cannot make a second first account', async () => {
  const setup = setupStore(database.db);
  await database.db.deleteFrom('users').execute();
  const token = (await setup.ensureToken())!;
  expect(await setup.isPending()).toBe(true);
  // Another process of version 1.0.0 set the instance up with its own link.
  await sql`insert into users (id, account_id, email, password_hash, role, is_operator)
    values ('usr_other', ${accountId}, 'other@example.com', 'hash', 'owner', true)`.execute(database.db);
  const first = { accountName: 'Late', email: 'late@example.com', passwordHash: 'hash' };
  expect(await setup.isPending()).toBe(false);
  expect(await setup.claim(token, first)).toBe('invalid');
  expect(await setup.ensureToken()).toBeNull();
});
