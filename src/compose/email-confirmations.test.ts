/** Confirmed addresses from the database to a real mail server: what is sent before, once, and to whom. */
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../tests/support/mail-server.js';
import { deliverNotices } from '../notifications/deliver-notices.js';
import { createMailer, type Mailer } from '../notifications/mailer.js';
import { makeNotices } from '../notifications/make-notices.js';
import { sendConfirmations } from '../notifications/send-confirmations.js';
import { confirmationOutbox } from '../storage/notifications/confirmation-outbox.js';
import { confirmationStore, purgeConfirmations } from '../storage/notifications/confirmation-store.js';
import { noticeMaker } from '../storage/notifications/notice-maker.js';
import { noticeOutbox } from '../storage/notifications/notice-outbox.js';
import { notificationStore } from '../storage/notifications/notification-store.js';
import { releaseLeases } from '../storage/release-leases.js';
import type { Database } from '../storage/schema.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import { addAccount, addFinding } from '../storage/test-support/notified-account.js';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<Database>;
let mailServer: TestMailServer;
let mailer: Mailer;
let lines: string[];
let baseUrl: string | null;
const signal = new AbortController().signal;
const baseOfLinks = 'https://c.example';

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  mailServer = await startMailServer();
  mailer = createMailer(mailServer.url, 'Contrafact <noreply@example.com>');
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  mailServer.refuses = false;
  [lines, baseUrl] = [[], baseOfLinks];
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('rate_limits').execute();
  await account('acct_a', 'ada@example.com');
});
afterAll(async () => {
  mailer.close();
  await mailServer.close();
  await database.close();
});

const account = (id: string, email: string) => addAccount(db, id, email, 'Visit https://evil.example');
const finding = (accountId = 'acct_a') => addFinding(db, accountId);

/** As the page saves it. */
async function choose(address: string | null, accountId = 'acct_a', userId = `usr_${accountId}`) {
  const wishes = { byEmail: true, address, batches: true, findings: 'found' as const };
  await notificationStore(db).setSettings(accountId, userId, wishes);
  return confirmations().request(accountId, userId, { again: false });
}
const confirmations = () => confirmationStore(db);
const again = () => confirmations().request('acct_a', 'usr_acct_a', { again: true });
const view = () => confirmations().view('usr_acct_a');

/** One round of the work of a process. */
async function round(): Promise<void> {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await makeNotices({ maker: noticeMaker(db, 0), email: true, log }, signal);
  const parts = { sendMail: mailer.send, baseUrl, log };
  await sendConfirmations({ ...parts, outbox: confirmationOutbox(db) }, signal);
  const postText = () => Promise.reject(new Error('there is no webhook'));
  await deliverNotices({ ...parts, outbox: noticeOutbox(db), postText }, signal);
}

const recipients = () => mailServer.mails.map(({ to }) => to);
/** The token in the newest message. */
function tokenOf(mail = mailServer.mails.at(-1)!): string {
  return /\/confirm-email#(\S+)/.exec(mail.text)![1]!;
}
async function expire(): Promise<void> {
  await sql`update email_confirmations set expires_at = now() - interval '1 second'`.execute(db);
}

describe('an address that a member enters', () => {
  it('gets one message, which holds nothing that the account chose, and nothing else until it is confirmed', async () => {
    await choose('ada.work@example.com');
    for (let n = 0; n < 3; n++) {
      await finding();
      await round();
    }
    expect(recipients()).toEqual(['ada.work@example.com']);
    const [mail] = mailServer.mails;
    expect(mail!.subject).toBe('Contrafact: confirm this e-mail address');
    expect(mail!.raw + mail!.text).not.toMatch(/evil|A song|acct_a/);
    const last = await notificationStore(db).lastDelivery('acct_a', 'usr_acct_a');
    expect(last).toMatchObject({ status: 'failed', error: 'The address is not confirmed.' });
    expect(await confirmations().confirm(tokenOf())).toMatchObject({ state: 'open' });
    await finding();
    await round();
    expect(recipients()).toEqual(['ada.work@example.com', 'ada.work@example.com']);
    expect(mailServer.mails[1]!.subject).toBe('Contrafact: 1 found');
  });

  it('is stored with the hash of its token alone, which the log does not hold either', async () => {
    await choose('ada.work@example.com');
    mailServer.refuses = true;
    await round();
    expect(lines.join()).toContain('The mail server refused the recipient.');
    mailServer.refuses = false;
    await sql`update email_confirmations set next_attempt_at = now()`.execute(db);
    await round();
    const { rows } = await sql`select * from email_confirmation_tokens`.execute(db);
    // One of each attempt: the first may have arrived although it seemed to fail.
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows) + lines.join()).not.toContain(tokenOf());
    expect(lines.join()).not.toContain('ada.work');
  });

  it('is to be confirmed again where it was changed, and where it was changed back', async () => {
    await choose(null);
    await round();
    await confirmations().confirm(tokenOf());
    expect(await view()).toMatchObject({ address: 'ada@example.com', state: 'confirmed' });
    await choose('ada.work@example.com');
    expect(await view()).toMatchObject({ address: 'ada.work@example.com', state: 'pending' });
    await finding();
    await round();
    expect(recipients()).toEqual(['ada@example.com', 'ada.work@example.com']);
    await choose(null);
    expect(await view()).toMatchObject({ address: 'ada@example.com', state: 'not_requested' });
    await finding();
    await round();
    expect(mailServer.mails.filter(({ subject }) => subject.includes('found'))).toEqual([]);
  });

  it('gets no notice that was made for the one before', async () => {
    await choose(null);
    await round();
    await confirmations().confirm(tokenOf());
    await finding();
    mailServer.refuses = true;
    await round();
    await choose('stranger@example.com');
    mailServer.refuses = false;
    await sql`update notice_deliveries set next_attempt_at = now()`.execute(db);
    await round();
    expect(recipients()).toEqual(['ada@example.com', 'stranger@example.com']);
    expect(mailServer.mails[1]!.subject).toContain('confirm');
    const last = await notificationStore(db).lastDelivery('acct_a', 'usr_acct_a');
    expect(last).toMatchObject({ status: 'failed', error: 'The address is not confirmed.' });
  });

  it('gets no second message while the link of the first works, however often the page is saved', async () => {
    for (const address of ['a@example.com', 'b@example.com', 'a@example.com', 'b@example.com']) {
      await choose(address);
      await round();
    }
    expect(recipients()).toEqual(['a@example.com', 'b@example.com']);
  });

  it('is not written to where the member chose another, or no e-mail, before the message went out', async () => {
    await choose('a@example.com');
    await choose('b@example.com');
    await round();
    expect(recipients()).toEqual(['b@example.com']);
    // Nothing is said of it either when it is chosen again.
    await notificationStore(db).setSettings('acct_a', 'usr_acct_a', {
      byEmail: true,
      address: 'a@example.com',
      batches: true,
      findings: 'found',
    });
    expect(await view()).toMatchObject({ state: 'not_requested', error: null });
  });
});

describe('the link', () => {
  it('works once, and knows why it does not', async () => {
    await choose('ada.work@example.com');
    await round();
    const token = tokenOf();
    expect(await confirmations().peek(token)).toEqual({ state: 'open', address: 'ada.work@example.com' });
    // Reading it changed nothing.
    expect(await view()).toMatchObject({ state: 'sent' });
    const both = await Promise.all([confirmations().confirm(token), confirmations().confirm(token)]);
    expect(both.map(({ state }) => state).sort()).toEqual(['open', 'used']);
    expect(await confirmations().confirm(`${token}x`)).toEqual({ state: 'unknown' });
    expect((await confirmations().peek('')).state).toBe('unknown');
  });

  it('confirms nothing when it has expired; a new one can be asked for', async () => {
    await choose('ada.work@example.com');
    await round();
    await expire();
    expect(await view()).toMatchObject({ state: 'expired' });
    expect((await confirmations().confirm(tokenOf())).state).toBe('expired');
    expect((await view()).state).toBe('expired');
    await db.deleteFrom('rate_limits').execute();
    expect(await again()).toEqual({ outcome: 'queued' });
    await round();
    expect((await confirmations().confirm(tokenOf())).state).toBe('open');
    expect((await view()).state).toBe('confirmed');
  });

  it('confirms nothing where another address was chosen since', async () => {
    await choose('a@example.com');
    await round();
    const token = tokenOf();
    await choose('b@example.com');
    expect((await confirmations().confirm(token)).state).toBe('replaced');
    expect((await view()).state).toBe('pending');
  });

  it('that was used says nothing of an address that was left since, nor of one that was chosen again', async () => {
    await choose('a@example.com');
    await round();
    const token = tokenOf();
    await confirmations().confirm(token);
    expect((await confirmations().confirm(token)).state).toBe('used');
    await choose('b@example.com');
    expect((await confirmations().confirm(token)).state).toBe('replaced');
    await choose('a@example.com');
    expect((await confirmations().confirm(token)).state).toBe('replaced');
    expect((await view()).state).not.toBe('confirmed');
  });

  it('is a code where nobody knows where the dashboard is', async () => {
    baseUrl = null;
    await choose(null);
    await round();
    const code = /^ {2}(\S{43})$/m.exec(mailServer.mails[0]!.text)![1]!;
    expect(mailServer.mails[0]!.text).not.toContain('http');
    expect((await confirmations().confirm(code)).state).toBe('open');
  });

  it('is in the language of the profile', async () => {
    await sql`update users set language = 'de'`.execute(db);
    await choose(null);
    await round();
    expect(mailServer.mails[0]!.text).toContain('Diese Adresse bestätigen');
  });
});

describe('a hostile account', () => {
  it('has no more than three messages a day sent to one mailbox, one a minute, however it is spelled', async () => {
    await choose('victim@example.com');
    await round();
    expect(await again()).toMatchObject({ outcome: 'limited' });
    const spellings = ['vic.tim+1@example.com', 'VICTIM+2@example.com', 'victim+3@example.com'];
    for (const spelling of spellings) {
      await sql`delete from rate_limits where bucket like 'confirm-again:%'`.execute(db);
      await choose(spelling);
      await round();
    }
    expect(recipients()).toHaveLength(3);
    // Another account has no more of them.
    await account('acct_b', 'eve@example.com');
    await sql`delete from rate_limits where bucket like 'confirm-again:%'`.execute(db);
    expect(await choose('victim@example.com', 'acct_b')).toMatchObject({ outcome: 'limited' });
  });

  it('has no more than five an hour sent by a member and twenty a day by all of them', async () => {
    for (let member = 0; member < 6; member++) {
      const userId = `usr_m${member}`;
      await sql`insert into users (id, account_id, email, password_hash, role)
        values (${userId}, 'acct_a', ${`m${member}@example.com`}, '', 'member')`.execute(db);
      for (let n = 0; n < 8; n++) await choose(`stranger${member}_${n}@example.com`, 'acct_a', userId);
    }
    const { rows } = await sql<{ user_id: string; count: number }>`select user_id, count(*)::integer as count
      from email_confirmations group by 1 order by 1`.execute(db);
    expect(rows.map(({ count }) => count)).toEqual([5, 5, 5, 5]);
    await account('acct_b', 'bob@example.com');
    expect(await choose(null, 'acct_b')).toEqual({ outcome: 'queued' });
  });

  it('beyond its limit blocks no mailbox: a refused request uses up nothing', async () => {
    for (let n = 0; n < 5; n++) await choose(`stranger${n}@example.com`);
    for (let n = 0; n < 5; n++) {
      expect(await choose('victim@example.com')).toMatchObject({ outcome: 'limited' });
      await sql`delete from rate_limits where bucket like 'confirm-again:%'`.execute(db);
    }
    await choose('victim@example.com');
    await account('acct_b', 'victim@example.com');
    expect(await choose(null, 'acct_b')).toEqual({ outcome: 'queued' });
  });
});

describe('a message that is not taken', () => {
  it('is tried three times, and then can be asked for again', async () => {
    await choose('ada.work@example.com');
    mailServer.refuses = true;
    for (let n = 0; n < 5; n++) {
      await sql`update email_confirmations set next_attempt_at = now()`.execute(db);
      await round();
    }
    expect(await view()).toMatchObject({ state: 'failed', error: 'The mail server refused the recipient.' });
    expect(await db.selectFrom('email_confirmations').select('attempts').execute()).toEqual([
      { attempts: 3 },
    ]);
    mailServer.refuses = false;
    await sql`delete from rate_limits where bucket like 'confirm-again:%'`.execute(db);
    expect(await again()).toEqual({ outcome: 'queued' });
  });

  it('goes out at once after a restart with the embedded database, and by one process alone', async () => {
    await choose(null);
    const claims = await Promise.all([1, 2].map(() => confirmationOutbox(db).claim(10, 180)));
    expect(claims.flat()).toHaveLength(1);
    await round();
    expect(mailServer.mails).toEqual([]);
    await releaseLeases(db);
    // Who lost the lease makes no link.
    expect(await confirmationOutbox(db).issueLink(claims.flat()[0]!)).toBeNull();
    await round();
    expect(mailServer.mails).toHaveLength(1);
  });
});

describe('a message whose process died between sending and recording', () => {
  it('is sent three times at most, and then says so', async () => {
    await choose('ada.work@example.com');
    for (let n = 0; n < 3; n++) {
      const [claimed] = await confirmationOutbox(db).claim(1, 180);
      expect(await confirmationOutbox(db).issueLink(claimed!)).not.toBeNull();
      await sql`update email_confirmations set lease_expires_at = now() - interval '1 second'`.execute(db);
    }
    await round();
    expect(mailServer.mails).toEqual([]);
    expect(await view()).toMatchObject({
      state: 'failed',
      error: 'It is not known whether it arrived: sending was interrupted each time.',
    });
  });
});

describe('a member from before addresses were confirmed', () => {
  it('hears in the mailbox that it is to be confirmed, once, at the next notice; and sees on the page that none went out', async () => {
    // As the version before left it.
    await sql`insert into notification_settings (user_id, account_id, by_email, batches, findings)
      values ('usr_acct_a', 'acct_a', true, true, 'found')`.execute(db);
    expect(await view()).toMatchObject({ address: 'ada@example.com', state: 'not_requested' });
    for (let n = 0; n < 2; n++) {
      await finding();
      await round();
    }
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      'Contrafact: confirm this e-mail address',
    ]);
    expect(await view()).toMatchObject({ state: 'sent' });
    const last = await notificationStore(db).lastDelivery('acct_a', 'usr_acct_a');
    expect(last?.error).toBe('The address is not confirmed.');
    await expire();
    await finding();
    await round();
    // An expired one is not sent again by itself, nor is one of long ago.
    expect(mailServer.mails).toHaveLength(1);
    await sql`update email_confirmations set created_at = now() - interval '91 days'`.execute(db);
    await db.deleteFrom('rate_limits').execute();
    await purgeConfirmations(db);
    await finding();
    await round();
    expect(mailServer.mails).toHaveLength(1);
    // Of an address that was left nothing is kept.
    await notificationStore(db).setSettings('acct_a', 'usr_acct_a', {
      byEmail: true,
      address: 'other@example.com',
      batches: true,
      findings: 'found',
    });
    expect(await purgeConfirmations(db)).toBe(1);
  });

  it('is asked after the notice is committed: locks of members wait for none of the notice', async () => {
    await sql`insert into notification_settings (user_id, account_id, by_email, batches, findings)
      values ('usr_acct_a', 'acct_a', true, true, 'found')`.execute(db);
    await finding();
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'asking fails'; end $$`.execute(db);
    await sql`create trigger refuses before insert on email_confirmations for each row execute function refuse()`.execute(
      db,
    );
    try {
      const making = noticeMaker(db, 0).make('acct_a', { email: true });
      await expect(making).rejects.toThrow('asking fails');
    } finally {
      await sql`drop function refuse cascade`.execute(db);
    }
    expect(await notificationStore(db).unread('acct_a', 'usr_acct_a')).toBe(1);
    // Who was not asked is asked at the next notice.
    await finding();
    await round();
    expect(recipients()).toEqual(['ada@example.com']);
  });
});

it('what was asked is deleted after 90 days, and the confirmed address stays', async () => {
  await choose(null);
  await round();
  await confirmations().confirm(tokenOf());
  await sql`update email_confirmations set created_at = now() - interval '91 days'`.execute(db);
  expect(await purgeConfirmations(db)).toBe(1);
  expect((await view()).state).toBe('confirmed');
});
