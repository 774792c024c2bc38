/** Notices from the database to a real mail server and a real receiver of webhooks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../tests/support/mail-server.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../../tests/support/receiver.js';
import { readConfig } from '../config.js';
import { deliverNotices } from '../notifications/deliver-notices.js';
import { createMailer, type Mailer } from '../notifications/mailer.js';
import { makeNotices } from '../notifications/make-notices.js';
import { noticeMaker } from '../storage/notifications/notice-maker.js';
import { noticeOutbox } from '../storage/notifications/notice-outbox.js';
import { notificationStore } from '../storage/notifications/notification-store.js';
import { releaseLeases } from '../storage/release-leases.js';
import type { Database } from '../storage/schema.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import { addAccount, addFinding } from '../storage/test-support/notified-account.js';
import { createEgress } from './egress.js';

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
let database: TestDatabase;
let db: Kysely<Database>;
let receiver: TestReceiver;
let mailServer: TestMailServer;
let mailer: Mailer;
let folder: string;
/** What the mail server took: the whole message, by recipient. */
const mailsNow = () => mailServer.mails.map(({ to, raw: text }) => ({ to, text }));
let lines: string[];
const signal = new AbortController().signal;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  folder = mkdtempSync(join(tmpdir(), 'contrafact-notices-'));
  mailServer = await startMailServer();
  mailer = createMailer(mailServer.url, 'Contrafact <noreply@example.com>');
});
beforeEach(async () => {
  lines = [];
  mailServer.mails.length = 0;
  mailServer.refuses = false;
  receiver = await startReceiver();
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('rate_limits').execute();
  await account('acct_a', 'ada@example.com');
});
afterEach(() => receiver.close());
afterAll(async () => {
  mailer.close();
  await mailServer.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const account = (id: string, email: string) => addAccount(db, id, email);
const finding = (accountId: string, value: 'found' | 'possible', filename?: string) =>
  addFinding(db, accountId, { value, filename });

let made = 0;
/** A batch whose only file has that task. */
async function batchOf(accountId: string, taskId: string, state = 'accepted'): Promise<string> {
  const id = `bat_${++made}`;
  await sql`insert into batches (id, account_id, name, analyses) values (${id}, ${accountId}, 'Demos', '[]')`.execute(
    db,
  );
  await sql`insert into batch_files (batch_id, position, name, bytes, state)
    values (${id}, 0, 'a.wav', 1, 'accepted'), (${id}, 1, 'b.wav', 1, ${state})`.execute(db);
  await sql`insert into batch_tasks (batch_id, position, operation, task_id)
    values (${id}, 0, 'fingerprint-check', ${taskId})`.execute(db);
  return id;
}

const store = () => notificationStore(db);
/** A member's wishes, with the address confirmed. */
async function wants(
  accountId: string,
  findings: 'none' | 'found' | 'possible',
  batches = true,
): Promise<void> {
  const userId = `usr_${accountId}`;
  await store().setSettings(accountId, userId, { byEmail: true, address: null, batches, findings });
  await confirmAll();
}
const confirmAll = () =>
  sql`update notification_settings s set confirmed_address = coalesce(s.address, u.email), confirmed_at = now()
    from users u where u.id = s.user_id`.execute(db);

/** One round of the work of a process, `intervalSeconds` after which an account gets its next notice. */
async function round(intervalSeconds = 0, env: Record<string, string> = receiverEnv): Promise<void> {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await makeNotices({ maker: noticeMaker(db, intervalSeconds), email: true, log }, signal);
  const config = readConfig({ CONTRAFACT_DATA_DIR: folder, ...env });
  const egress = createEgress({ config, db, log } as never);
  await deliverNotices(
    {
      outbox: noticeOutbox(db),
      sendMail: mailer.send,
      postText: egress.postText,
      baseUrl: 'https://c.example',
      log,
    },
    signal,
  );
}
const dueNow = () => sql`update notice_deliveries set next_attempt_at = now()`.execute(db);

describe('a finding', () => {
  it('reaches the member by e-mail and the webhook as {text}, once, with a link', async () => {
    await wants('acct_a', 'possible');
    await store().setWebhook('acct_a', { url: receiver.url, batches: true, findings: 'found' });
    const id = await finding('acct_a', 'found');
    await round();
    await round();
    expect(mailsNow()).toHaveLength(1);
    expect(mailsNow()[0]!.to).toBe('ada@example.com');
    expect(mailsNow()[0]!.text).toMatch(/^Subject: Contrafact: 1 found$/m);
    expect(mailsNow()[0]!.text).toContain(`https://c.example/app/tasks/${id}`);
    expect(receiver.received).toHaveLength(1);
    expect(Object.keys(receiver.received[0]!.body)).toEqual(['text']);
    expect(receiver.received[0]!.body.text).toMatch(/^In your catalogue: A song\.wav\n/);
  });

  it('is sent to nobody who does not want it, and is in no other account’s list', async () => {
    await account('acct_b', 'eve@example.com');
    await wants('acct_a', 'found');
    await wants('acct_b', 'possible');
    await finding('acct_a', 'possible');
    await round();
    expect(mailsNow()).toEqual([]);
    expect(await store().unread('acct_a', 'usr_acct_a')).toBe(0);
    await finding('acct_a', 'found');
    await round();
    expect(mailsNow().map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(await store().unread('acct_a', 'usr_acct_a')).toBe(1);
    expect(await store().notices('acct_b', 'usr_acct_b', 50)).toEqual({ unread: 0, notices: [] });
  });

  it('of a thousand makes one e-mail, which names ten and counts the others', async () => {
    await wants('acct_a', 'possible');
    for (let n = 0; n < 1000; n++) await finding('acct_a', n < 3 ? 'found' : 'possible');
    await round(300);
    for (let n = 0; n < 5; n++) await finding('acct_a', 'found');
    // Within the interval the next ones wait; none is lost.
    await round(300);
    expect(mailsNow()).toHaveLength(1);
    expect(mailsNow()[0]!.text).toMatch(/^Subject: Contrafact: 3 found, 997 possible$/m);
    expect(mailsNow()[0]!.text.match(/app\/tasks\/task/g)).toHaveLength(10);
    expect(mailsNow()[0]!.text).toContain('990 more results');
    await round(0);
    expect(mailsNow()).toHaveLength(2);
    expect(mailsNow()[1]!.text).toMatch(/^Subject: Contrafact: 5 found$/m);
  });

  it('of a deleted result names nothing of it', async () => {
    const id = await finding('acct_a', 'found', 'Secret title.wav');
    await round();
    const { notices } = await store().notices('acct_a', 'usr_acct_a', 50);
    expect(notices[0]!.results[0]!.subject).toBe('Secret title.wav');
    await sql`delete from tasks where id = ${id}`.execute(db);
    const later = await store().notices('acct_a', 'usr_acct_a', 50);
    expect(later.notices[0]!.results[0]!.subject).toBeNull();
  });

  it('with a hostile name stays one line, and no mention, link or header', async () => {
    await wants('acct_a', 'found');
    await store().setWebhook('acct_a', { url: receiver.url, batches: true, findings: 'found' });
    await finding('acct_a', 'found', 'x\r\nBcc: eve@example.com\r\n\r\n<!channel> &\u202egnp.wav');
    await finding('acct_a', 'found', '@all [pay](https://evil.example) `www.evil.example`');
    await round();
    expect(mailsNow().map(({ to }) => to)).toEqual(['ada@example.com']);
    const [head] = mailsNow()[0]!.text.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    const text = String(receiver.received[0]!.body.text);
    // Results of one millisecond come in any order.
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('In your catalogue'))
        .sort(),
    ).toEqual([
      "In your catalogue: @\u200ball (pay)(https:\u200b//evil.example) 'www\u200b.evil.example'",
      'In your catalogue: x Bcc: eve@\u200bexample.com &lt;!channel&gt; &amp; gnp.wav',
    ]);
    expect(text).not.toMatch(/^Bcc/im);
  });
});

describe('an e-mail', () => {
  it('holds no name that the account chose, as its reader may be a stranger, and speaks the reader’s language', async () => {
    await wants('acct_a', 'possible');
    await batchOf('acct_a', await finding('acct_a', 'found', 'visit https://evil.example'));
    await sql`update batches set name = 'Your invoice: https://evil.example'`.execute(db);
    await round();
    expect(mailsNow()).toHaveLength(1);
    expect(mailsNow()[0]!.text).toMatch(/^Subject: Contrafact: 1 batch ended, 1 found$/m);
    expect(mailsNow()[0]!.text.replaceAll('=\r\n', '')).not.toMatch(/evil|invoice|visit/);
    await sql`update users set language = 'de'`.execute(db);
    await finding('acct_a', 'found');
    await round();
    expect(mailsNow()[1]!.text).toMatch(/^Subject: Contrafact: 1 gefunden$/m);
  });

  it('goes out a hundred times a day for an account, whoever of its members is removed meanwhile', async () => {
    for (let n = 0; n < 2; n++) {
      await sql`insert into users (id, account_id, email, password_hash, role)
        select ${`usr_${n}_`} || i, 'acct_a', ${`m${n}_`} || i || '@example.com', '', 'viewer'
        from generate_series(1, 60) i`.execute(db);
      await sql`insert into notification_settings (user_id, account_id, by_email, batches, findings)
        select id, account_id, true, true, 'found' from users where role = 'viewer'`.execute(db);
      await confirmAll();
      await finding('acct_a', 'found');
      await round();
      expect(mailsNow()).toHaveLength(n === 0 ? 60 : 100);
      if (n === 1) break;
      await sql`delete from users where role = 'viewer'`.execute(db);
    }
    const left = await db
      .selectFrom('notice_deliveries')
      .select(['error', sql<number>`count(*)::integer`.as('count')])
      .where('status', '=', 'failed')
      .groupBy('error')
      .execute();
    expect(left).toEqual([
      { error: 'The account has sent as many e-mails as it may send in a day.', count: 20 },
    ]);
  });
});

describe('the round over all accounts', () => {
  it('goes on behind an account whose notice fails, from the one that waited longest', async () => {
    await account('acct_b', 'bob@example.com');
    await account('acct_c', 'cem@example.com');
    for (const id of ['acct_a', 'acct_b', 'acct_c']) await finding(id, 'found');
    await sql`update finding_events set created_at = now() - interval '1 hour' where account_id = 'acct_c'`.execute(
      db,
    );
    const tried: string[] = [];
    const failed: object[] = [];
    const maker = noticeMaker(db, 0);
    const failing: typeof maker = {
      ...maker,
      make: async (accountId, channels) => {
        tried.push(accountId);
        if (accountId === 'acct_c') throw new Error('a broken row');
        return maker.make(accountId, channels);
      },
    };
    const log = { error: (fields: object) => void failed.push(fields) };
    expect(await makeNotices({ maker: failing, email: true, log }, signal)).toBe(2);
    expect(tried).toEqual(['acct_c', 'acct_a', 'acct_b']);
    expect(failed).toMatchObject([{ account_id: 'acct_c' }]);
  });
});

describe('a batch', () => {
  it('is one notice at its end: what its files found is in it, and not before', async () => {
    await wants('acct_a', 'possible');
    const id = await batchOf('acct_a', await finding('acct_a', 'found'), 'waiting');
    await round();
    expect(mailsNow()).toEqual([]);
    await sql`update batch_files set state = 'rejected' where batch_id = ${id}`.execute(db);
    await round();
    await round();
    expect(mailsNow()).toHaveLength(1);
    const flowed = mailsNow()[0]!.text.replaceAll('=\r\n', '');
    expect(flowed).toContain('ended: 2 files, 1 analysis, 1 found, 0 possible, 2 rejected');
    expect(flowed).toContain(`https://c.example/app/batches/${id}`);
  });

  it('does not end while an analysis runs', async () => {
    const task = await finding('acct_a', 'found');
    await sql`update tasks set status = 'processing' where id = ${task}`.execute(db);
    await batchOf('acct_a', task);
    expect(await noticeMaker(db, 0).endBatches()).toBe(0);
    await sql`update tasks set status = 'failure' where id = ${task}`.execute(db);
    expect(await noticeMaker(db, 0).endBatches()).toBe(1);
  });
});

describe('what cannot be delivered', () => {
  it('is tried again until it arrives, under one Message-ID', async () => {
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    mailServer.refuses = true;
    await round();
    expect(mailsNow()).toEqual([]);
    expect(await store().lastDelivery('acct_a', 'usr_acct_a')).toMatchObject({
      status: 'pending',
      error: 'The mail server refused the recipient.',
    });
    // The server's own words may name hosts and addresses.
    expect(lines.join()).not.toContain('mailbox');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ code: 'EENVELOPE', responseCode: 550 });
    mailServer.refuses = false;
    // Not due yet.
    await round();
    expect(mailsNow()).toEqual([]);
    await dueNow();
    await round();
    expect(mailsNow()).toHaveLength(1);
    expect(mailsNow()[0]!.text).toMatch(/^Message-ID: <ndl_\w+@contrafact\.invalid>$/m);
    expect(await store().lastDelivery('acct_a', 'usr_acct_a')).toMatchObject({ status: 'delivered' });
  });

  it('fails after seven attempts, and is tried no more', async () => {
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    mailServer.refuses = true;
    for (let n = 0; n < 9; n++) {
      await round();
      await dueNow();
    }
    const rows = await db.selectFrom('notice_deliveries').select(['status', 'attempts']).execute();
    expect(rows).toEqual([{ status: 'failed', attempts: 7 }]);
  });

  it('to a private address is refused by the egress guard, and neither URL nor address is logged', async () => {
    const url = `${receiver.url}/T0/secret-of-the-webhook`;
    await store().setWebhook('acct_a', { url, batches: true, findings: 'found' });
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    mailServer.refuses = true;
    await round(0, { CONTRAFACT_CALLBACK_HTTP: 'true' });
    expect(receiver.received).toEqual([]);
    expect((await store().lastDelivery('acct_a', null))!.error).toMatch(/do not go to this address/);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join()).not.toMatch(/secret-of-the-webhook|ada@example\.com|open sesame|sesame/);
  });

  it('is sent by one of two processes, and by another where the first died', async () => {
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    const maker = noticeMaker(db, 0);
    expect(await Promise.all([1, 2].map(() => maker.make('acct_a', { email: true })))).toContain(true);
    const claims = await Promise.all([1, 2].map(() => noticeOutbox(db).claim(10, 180)));
    expect(claims.flat()).toHaveLength(1);
    await round();
    expect(mailsNow()).toEqual([]);
    await sql`update notice_deliveries set lease_expires_at = now() - interval '1 second'`.execute(db);
    await round();
    expect(mailsNow()).toHaveLength(1);
    // The first one, back from the dead, changes nothing.
    await noticeOutbox(db).record(claims.flat()[0]!, { state: 'failed', error: 'late' });
    expect(await store().lastDelivery('acct_a', 'usr_acct_a')).toMatchObject({ status: 'delivered' });
  });

  it.each([
    ['nobody wants it', { byEmail: false, address: null, batches: true, findings: 'found' as const }],
    ['nothing of it is wanted', { byEmail: true, address: null, batches: true, findings: 'none' as const }],
  ])('is dropped where %s any more, and no empty e-mail goes out', async (_case, changed) => {
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    mailServer.refuses = true;
    await round();
    await store().setSettings('acct_a', 'usr_acct_a', changed);
    mailServer.refuses = false;
    await dueNow();
    await round();
    expect(mailsNow()).toEqual([]);
    const last = await store().lastDelivery('acct_a', 'usr_acct_a');
    expect(last).toMatchObject({ status: 'failed', error: 'It is not wanted any more.' });
  });

  it('goes on at once after a restart with the embedded database', async () => {
    await wants('acct_a', 'found');
    await finding('acct_a', 'found');
    await noticeMaker(db, 0).make('acct_a', { email: true });
    expect(await noticeOutbox(db).claim(10, 180)).toHaveLength(1);
    await releaseLeases(db);
    await round();
    expect(mailsNow()).toHaveLength(1);
  });
});
