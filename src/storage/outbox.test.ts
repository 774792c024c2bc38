import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AttemptOutcome, ClaimedMessage, ClaimRequest, NextState } from '../callbacks/ports.js';
import { newId } from '../domain/ids.js';
import { accountStore } from './accounts.js';
import { callbackSettingsStore } from './callback-settings.js';
import type { OpenDatabase } from './database.js';
import { endpointStore, outboxStore } from './outbox.js';
import { openTestDatabase } from './test-support/database.js';

const url = 'https://example.org/hook';
const start = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

let open: OpenDatabase;
let accountId: string;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`delete from accounts`.execute(open.db);
  accountId = await newAccount();
});

async function newAccount(): Promise<string> {
  const { account } = await accountStore(open.db).create('A', 'pro');
  await callbackSettingsStore(open.db, () => {}).setVerified(account.id, url);
  return account.id;
}
let present = start;
const outbox = () => outboxStore(open.db, () => sql<Date>`${present}::timestamptz`);

async function queueMessage(owner = accountId, status: 'pending' | 'held' = 'pending'): Promise<string> {
  const id = newId('msg');
  await open.db
    .insertInto('messages')
    .values({ id, account_id: owner, task_id: id, kind: 'final', body: '{}', status, next_attempt_at: start })
    .execute();
  return id;
}
const claim = (changes: Partial<ClaimRequest> & { at?: Date } = {}): Promise<ClaimedMessage[]> => {
  const { at = later(1), ...request } = changes;
  present = at;
  return outbox().claimQueued({ limit: 10, perAccountLimit: 10, leaseSeconds: 60, ...request });
};

function outcome(
  message: ClaimedMessage,
  next: NextState,
  changes: Partial<AttemptOutcome> = {},
): AttemptOutcome {
  return {
    message,
    attempt: {
      at: later(2),
      url,
      number: 1,
      status: 500,
      durationMs: 3,
      responseSnippet: 'a\0b',
      failure: 'bad_status',
    },
    next,
    endpoint: 'failing',
    disableAfterFailingSeconds: 3600,
    ...changes,
  };
}
const accountRow = () =>
  open.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
const messageRow = (id: string) =>
  open.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a leased message is nobody else’s until the lease ends', async () => {
  const id = await queueMessage();
  expect((await claim()).map((message) => message.id)).toEqual([id]);
  expect(await claim()).toEqual([]);
  expect((await claim({ at: later(62) })).map((message) => message.id)).toEqual([id]);
});

it('a clock that is set back an hour holds up neither a new message nor one whose sender died', async () => {
  const id = await queueMessage();
  const hourBefore = { at: later(-3600) };
  expect((await claim(hourBefore)).map((message) => message.id)).toEqual([id]);
  expect(await claim(hourBefore)).toEqual([]);
  const muchEarlier = { at: later(-7200) };
  expect((await claim(muchEarlier)).map((message) => message.id)).toEqual([id]);
});

it('one account’s backlog leaves room for another’s message', async () => {
  for (let n = 0; n < 8; n++) await queueMessage();
  const other = await newAccount();
  await queueMessage(other);
  const first = await claim({ perAccountLimit: 3 });
  expect(first.filter((message) => message.accountId === accountId)).toHaveLength(3);
  expect(first.filter((message) => message.accountId === other)).toHaveLength(1);
  expect(await claim({ perAccountLimit: 3 })).toEqual([]);
});

it('an attempt, the message’s next state and the endpoint’s record are written together', async () => {
  const id = await queueMessage();
  const [message] = await claim();
  await outbox().recordAttempt(outcome(message!, { state: 'pending', waitSeconds: 29 }));
  expect(await messageRow(id)).toMatchObject({ status: 'pending', attempts: 1, lease_owner: null });
  expect(await claim({ at: later(29) })).toEqual([]);
  expect(await claim({ at: later(31) })).toHaveLength(1);
  expect((await accountRow()).callback_failing_since).toEqual(later(2));
  const attempts = await open.db.selectFrom('delivery_attempts').selectAll().execute();
  expect(attempts).toMatchObject([{ message_id: id, number: 1, status_code: 500, outcome: 'bad_status' }]);
});

it('a late recorder whose lease is another’s by now changes nothing', async () => {
  const id = await queueMessage();
  const [early] = await claim();
  await claim({ at: later(62) });
  await outbox().recordAttempt(outcome(early!, { state: 'delivered' }));
  expect(await messageRow(id)).toMatchObject({ status: 'pending', attempts: 0 });
});

it('disables an endpoint after failures alone for the given time, and one success starts the clock anew', async () => {
  await queueMessage();
  const fail = async (at: Date, endpoint: AttemptOutcome['endpoint']): Promise<boolean> => {
    const [message] = await claim({ at });
    const base = outcome(message!, { state: 'pending', waitSeconds: 0 }, { endpoint });
    return (await outbox().recordAttempt({ ...base, attempt: { ...base.attempt, at } })).endpointDisabled;
  };
  expect(await fail(later(10), 'failing')).toBe(false);
  expect(await fail(later(3000), 'working')).toBe(false);
  expect(await fail(later(3700), 'failing')).toBe(false);
  expect(await fail(later(7200), 'failing')).toBe(false);
  expect(await fail(later(7301), 'failing')).toBe(true);
  expect((await accountRow()).callback_disabled_reason).toContain('failures');
});

it('410 disables at once; verifying anew releases what was held', async () => {
  const id = await queueMessage();
  const [message] = await claim();
  const { endpointDisabled } = await outbox().recordAttempt(
    outcome(message!, { state: 'held' }, { endpoint: 'gone' }),
  );
  expect(endpointDisabled).toBe(true);
  expect(await messageRow(id)).toMatchObject({ status: 'held' });
  await callbackSettingsStore(open.db, () => {}).setVerified(accountId, url);
  expect(await messageRow(id)).toMatchObject({ status: 'pending', attempts: 0 });
  expect((await accountRow()).callback_disabled_at).toBeNull();
});

it('a 410 of the old URL does not hold a message whose account has a new verified URL', async () => {
  const id = await queueMessage();
  const [message] = await claim();
  await callbackSettingsStore(open.db, () => {}).setVerified(accountId, 'https://example.org/new');
  const { endpointDisabled } = await outbox().recordAttempt(
    outcome(message!, { state: 'held' }, { endpoint: 'gone' }),
  );
  expect(endpointDisabled).toBe(false);
  expect(await messageRow(id)).toMatchObject({ status: 'pending', lease_owner: null });
});

it('holding a message finds out that the URL was verified meanwhile', async () => {
  const id = await queueMessage();
  const [message] = await claim();
  await outbox().hold(message!);
  expect(await messageRow(id)).toMatchObject({ status: 'pending', lease_owner: null });
  await callbackSettingsStore(open.db, () => {}).setUnverified(accountId, url);
  const [again] = await claim();
  await outbox().hold(again!);
  expect(await messageRow(id)).toMatchObject({ status: 'held' });
  expect(await outbox().releaseWaiting(accountId)).toBe(1);
});

it('after a rotation the old secret stays in the list for a day', async () => {
  const settings = callbackSettingsStore(open.db, () => {});
  const before = (await settings.get(accountId))?.secrets[0]?.secret;
  const fresh = await settings.rotateSecret(accountId);
  const secrets = (await endpointStore(open.db).get(accountId))?.secrets ?? [];
  expect(secrets.map((secret) => secret.value)).toEqual([fresh, before]);
  const hours = ((secrets[1]?.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
});
