/** Who may decide about results, what is recorded of it, and that the record cannot be changed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  endedTask,
  joinAccount,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../../tests/support/dashboard-routes.js';
import { expireTasks } from '../../../storage/retention.js';
import { auditLog } from '../../../storage/review/audit.js';

let test: TestDashboard;
let owner: Browser;
let accountId: string;
beforeAll(async () => {
  test = await openTestDashboard({ requestsPerMinuteByPlan: { free: 1e6, pro: 1e6, enterprise: 1e6 } });
});
beforeEach(async () => {
  await test.reset();
  owner = await setUp(test);
  accountId = (await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

const audit = () => auditLog(test.db);

describe('a review', () => {
  it('is open where something was found, and shows state, assignee, notes and who decided', async () => {
    const id = await endedTask(test, accountId, 'found');
    const first = (await owner.send('GET', `/tasks/${id}/review`)).json();
    expect(first.review).toMatchObject({ state: 'open', assignee: null, notes: 0 });
    const { user } = (await owner.send('GET', '/me')).json();
    await owner.send('PATCH', `/tasks/${id}/review`, { state: 'disputed', assignee_id: user.id });
    const whole = (await owner.send('POST', `/tasks/${id}/notes`, { text: 'Called the label.' })).json();
    expect(whole.review).toMatchObject({ state: 'disputed', assignee: { email: user.email }, notes: 1 });
    expect(whole.notes).toMatchObject([{ text: 'Called the label.', author: user.email }]);
    expect(whole.history.map(({ action, detail }: never) => [action, detail])).toMatchObject([
      ['review.note_added', {}],
      ['review.assigned', { from: null, to: user.id }],
      ['review.state_changed', { from: null, to: 'disputed' }],
    ]);
  });

  it('filters results by state and by assignee; "open" holds what nobody decided about', async () => {
    const [decided, undecided] = [
      await endedTask(test, accountId, 'found'),
      await endedTask(test, accountId, 'possible'),
    ];
    await endedTask(test, accountId, 'not_found');
    const { user } = (await owner.send('GET', '/me')).json();
    await owner.send('PATCH', `/tasks/${decided}/review`, { state: 'cleared', assignee_id: user.id });
    const ids = async (query: string): Promise<string[]> =>
      (await owner.send('GET', `/tasks?${query}`)).json().tasks.map(({ id }: { id: string }) => id);
    expect(await ids('review=open')).toEqual([undecided]);
    expect(await ids('review=cleared')).toEqual([decided]);
    expect(await ids(`assignee=${user.id}`)).toEqual([decided]);
    expect(await ids('review=escalated')).toEqual([]);
  });

  it.each([
    ['404: of no task of the account', 'task_none', { state: 'open' }, 404],
    ['404: someone outside of the account as assignee', null, { assignee_id: 'usr_stranger' }, 404],
    ['422: another state', null, { state: 'lost' }, 422],
    ['422: nothing to change', null, {}, 422],
  ])('%s', async (_what, id, body, status) => {
    const task = id ?? (await endedTask(test, accountId, 'found'));
    expect((await owner.send('PATCH', `/tasks/${task}/review`, body)).statusCode).toBe(status);
  });

  it('409 not_final: before its analysis has ended', async () => {
    const id = await endedTask(test, accountId, null, 'pending');
    const answer = await owner.send('PATCH', `/tasks/${id}/review`, { state: 'cleared' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_final']);
  });

  it('409 too_many_notes: a result cannot be filled without end', async () => {
    const id = await endedTask(test, accountId, 'found');
    await sql`insert into review_notes (id, task_id, account_id, text)
      select 'note_' || n, ${id}, ${accountId}, 'x' from generate_series(1, 200) n`.execute(test.db);
    const answer = await owner.send('POST', `/tasks/${id}/notes`, { text: 'one more' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'too_many_notes']);
  });
});

describe('the audit log', () => {
  it('refuses UPDATE, DELETE and TRUNCATE, and goes with its account alone', async () => {
    const id = await endedTask(test, accountId, 'found');
    await owner.send('PATCH', `/tasks/${id}/review`, { state: 'cleared' });
    for (const statement of [
      `update audit_entries set actor = 'nobody'`,
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(sql.raw(statement).execute(test.db)).rejects.toThrow('can be added to, not changed');
    }
    expect((await audit().list(accountId, { limit: 10 })).items).toHaveLength(1);
    await test.db.deleteFrom('accounts').where('id', '=', accountId).execute();
    expect((await audit().list(accountId, { limit: 10 })).items).toEqual([]);
  });

  it('finds an entry that was changed, taken out or put in behind its back', async () => {
    const id = await endedTask(test, accountId, 'found');
    for (const state of ['cleared', 'disputed', 'escalated', 'open']) {
      await owner.send('PATCH', `/tasks/${id}/review`, { state });
    }
    const whole = (await owner.send('GET', '/audit/verification')).json();
    expect(whole).toEqual({
      entries: 4,
      head_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      broken_at: null,
    });
    const tampered = async (statement: string): Promise<number | null> => {
      let brokenAt: number | null = null;
      const undo = new Error('undo');
      await test.db
        .transaction()
        .execute(async (transaction) => {
          // As someone would who owns the database.
          await sql`alter table audit_entries disable trigger user`.execute(transaction);
          await sql.raw(statement).execute(transaction);
          ({ brokenAt } = await auditLog(transaction).verify(accountId));
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        });
      return brokenAt;
    };
    expect(await tampered(`update audit_entries set actor = 'nobody' where sequence = 2`)).toBe(2);
    expect(await tampered(`update audit_entries set detail = '{}' where sequence = 3`)).toBe(3);
    expect(await tampered(`update audit_entries set at = at + interval '1 s' where sequence = 1`)).toBe(1);
    expect(await tampered('delete from audit_entries where sequence = 3')).toBe(3);
    expect(await tampered('delete from audit_entries where sequence = 1')).toBe(1);
    expect(await tampered(`update audit_entries set sequence = 9 where sequence = 4`)).toBe(4);
    expect((await audit().verify(accountId)).brokenAt).toBe(null);
  });

  it('names what an entry is about as it is named now, and nothing that was deleted', async () => {
    const id = await endedTask(test, accountId, 'found');
    const about = async (): Promise<unknown> =>
      (await owner.send('GET', `/audit?subject=${id}`)).json().entries[0].about;
    await owner.send('PATCH', `/tasks/${id}/review`, { state: 'cleared' });
    const check = { operation: 'fingerprint-check', model: '', subject: 'A song.wav', other_subject: null };
    expect(await about()).toEqual(check);
    const second = JSON.stringify({ other_song_title: 'Another song' });
    await sql`update tasks set parameters = ${second}::jsonb where id = ${id}`.execute(test.db);
    expect(await about()).toEqual({ ...check, other_subject: 'Another song' });
    expect((await audit().verify(accountId)).brokenAt).toBe(null);
    await owner.send('DELETE', `/tasks/${id}`);
    expect(await about()).toBeNull();
  });

  it('keeps one chain where many decide at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => endedTask(test, accountId, 'found')));
    await Promise.all(ids.map((id) => owner.send('PATCH', `/tasks/${id}/review`, { state: 'cleared' })));
    expect(await audit().verify(accountId)).toMatchObject({ entries: 8, brokenAt: null });
  });

  it('holds no title: of a result that retention deleted stays that it was, and its note is gone', async () => {
    const id = await endedTask(test, accountId, 'found');
    await owner.send('POST', `/tasks/${id}/notes`, { text: 'Walrus Song is theirs' });
    await owner.send('PATCH', `/tasks/${id}/review`, { state: 'cleared' });
    await sql`update tasks set completed_at = now() - interval '9 days' where id = ${id}`.execute(test.db);
    expect(await expireTasks(test.db, 5)).toBe(1);
    const { entries } = (await owner.send('GET', `/audit?subject=${id}`)).json();
    expect(entries[0]).toMatchObject({
      action: 'review.deleted',
      actor: 'service',
      detail: { state: 'cleared' },
    });
    expect(JSON.stringify(entries)).not.toContain('Walrus');
    const { rows } = await sql`select 1 from review_notes`.execute(test.db);
    expect(rows).toEqual([]);
    expect((await audit().verify(accountId)).brokenAt).toBe(null);
  });
});

describe('a viewer', () => {
  /** What is a person's own: signing out, the password, what one is notified of and where. */
  const own = [
    'POST /login',
    'POST /logout',
    'POST /password',
    'POST /setup',
    'POST /setup/check',
    'POST /invitation',
    'PUT /notifications',
    'POST /notifications/confirmation',
    'POST /email-confirmation',
    'POST /email-confirmation/read',
    'PATCH /me',
    'POST /notices/read',
  ];

  it('404: is nobody to assign a result to, which only members can decide about', async () => {
    const id = await endedTask(test, accountId, 'found');
    const viewer = await joinAccount(test, owner, 'viewer');
    const { user } = (await viewer.send('GET', '/me')).json();
    const assign = () => owner.send('PATCH', `/tasks/${id}/review`, { assignee_id: user.id });
    expect((await assign()).statusCode).toBe(404);
    expect((await owner.send('PATCH', `/members/${user.id}`, { role: 'member' })).statusCode).toBe(204);
    expect((await assign()).statusCode).toBe(200);
  });

  it('403 viewer_read_only: at every route that changes something, and nothing is changed', async () => {
    const id = await endedTask(test, accountId, 'found');
    const viewer = await joinAccount(test, owner, 'viewer');
    const before = await audit().verify(accountId);
    const mutating = test.routes
      .filter(({ method, url }) => !['GET', 'HEAD'].includes(method) && url.startsWith('/dashboard/api/'))
      .map(({ method, url }) => ({ method, path: url.slice('/dashboard/api'.length) }))
      .filter(({ method, path }) => !own.includes(`${method} ${path}`));
    expect(mutating.length).toBeGreaterThan(25);
    for (const { method, path } of mutating) {
      const answer = await viewer.send(method as 'POST', path.replaceAll(/:\w+/g, id), {});
      expect([method, path, answer.statusCode, answer.json().code]).toEqual([
        method,
        path,
        403,
        'viewer_read_only',
      ]);
    }
    expect(await audit().verify(accountId)).toEqual(before);
  });

  it('reads results, reviews, the audit log and case files', async () => {
    const id = await endedTask(test, accountId, 'found');
    const viewer = await joinAccount(test, owner, 'viewer');
    for (const path of [
      '/tasks',
      `/tasks/${id}/review`,
      '/audit',
      '/audit/verification',
      '/share-links',
      '/members',
      `/case-file.html?task=${id}`,
    ]) {
      expect([path, (await viewer.send('GET', path)).statusCode]).toEqual([path, 200]);
    }
  });

  it('403 member_required: sees no keys, callbacks, deliveries and usage, which a member sees', async () => {
    const [viewer, member] = [
      await joinAccount(test, owner, 'viewer'),
      await joinAccount(test, owner, 'member'),
    ];
    const status = async (person: Browser, path: string): Promise<unknown[]> => {
      const answer = await person.send('GET', path);
      return [path, answer.statusCode, answer.json().code];
    };
    for (const path of ['/keys', '/callback', '/deliveries', '/deliveries/msg_1/attempts', '/usage']) {
      expect(await status(viewer, path)).toEqual([path, 403, 'member_required']);
      expect(await status(member, path)).toEqual([path, 200, undefined]);
    }
  });

  it('is made one again by an owner alone, from the next request on', async () => {
    const member = await joinAccount(test, owner, 'member');
    const { user } = (await member.send('GET', '/me')).json();
    expect((await owner.send('PATCH', `/members/${user.id}`, { role: 'viewer' })).statusCode).toBe(204);
    expect((await member.send('POST', '/keys', {})).statusCode).toBe(403);
  });
});
