/** Two sessions that claim at the same moment: one has its snapshot, the other commits, then the first one locks. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedMessage } from '../../src/callbacks/ports.js';
import { newId } from '../../src/domain/ids.js';
import { accountStore } from '../../src/storage/accounts.js';
import { callbackSettingsStore } from '../../src/storage/callback-settings.js';
import { type OpenDatabase, openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { outboxStore } from '../../src/storage/outbox.js';
import { claimNext } from '../../src/storage/tasks/claim.js';
import { taskService } from '../../src/storage/tasks/service.js';
import { afterFirst } from './after-query.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

const callbackUrl = 'https://example.org/hook';
const gateKey = 4711;
const request = { limit: 10, perAccountLimit: 10, leaseSeconds: 60 };

describe.skipIf(postgresPrograms === null)(`claims of two sessions (${withoutPostgres})`, () => {
  let cluster: Cluster;
  let url: string;
  let open: OpenDatabase;
  let accountId: string;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  beforeEach(async () => {
    url = await cluster.createDatabase();
    open = await openDatabase({ url, folder: '' }, migrations);
    accountId = (await accountStore(open.db).create('A', 'pro')).account.id;
    await callbackSettingsStore(open.db, () => {}).setVerified(accountId, callbackUrl);
    const id = newId('msg');
    await open.db
      .insertInto('messages')
      .values({ id, account_id: accountId, task_id: id, kind: 'final', body: '{}', status: 'pending' })
      .execute();
  });
  afterEach(() => open.close());
  afterAll(() => cluster?.stop());

  /**
   * A claim that waits, with its snapshot taken and its row not yet locked, while `meanwhile` runs. It asks for the
   * time first, which takes a lock that this test holds.
   */
  async function claimAround(meanwhile: () => Promise<void>): Promise<ClaimedMessage[]> {
    return withClient(url, async (holder) => {
      await holder.query(`select pg_advisory_lock(${gateKey})`);
      const slowClock = () =>
        sql<Date>`(select statement_timestamp() from pg_advisory_xact_lock_shared(${gateKey}))`;
      const claiming = outboxStore(open.db, slowClock).claimQueued(request);
      const waits = async (): Promise<number> => {
        const { rows } = await holder.query<{ n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and objid = ${gateKey} and not granted`,
        );
        return rows[0]?.n ?? 0;
      };
      await expect.poll(waits, { timeout: 60_000 }).toBe(1);
      await meanwhile();
      await holder.query(`select pg_advisory_unlock(${gateKey})`);
      return claiming;
    });
  }

  it('a message that another session took a moment ago is not taken again', async () => {
    let taken: ClaimedMessage[] = [];
    const late = await claimAround(async () => {
      taken = await outboxStore(open.db).claimQueued(request);
    });
    expect(taken).toHaveLength(1);
    expect(late).toEqual([]);
    const row = await open.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    expect(row.lease_owner).toBe(taken[0]?.lease);
  });

  it('a message that another session took, tried and put off is not taken before its time', async () => {
    const late = await claimAround(async () => {
      const outbox = outboxStore(open.db);
      const [message] = await outbox.claimQueued(request);
      await outbox.recordAttempt({
        message: message!,
        attempt: {
          at: new Date(),
          url: callbackUrl,
          number: 1,
          status: 500,
          durationMs: 3,
          responseSnippet: '',
          failure: 'bad_status',
        },
        next: { state: 'pending', waitSeconds: 600 },
        endpoint: 'failing',
        disableAfterFailingSeconds: 3600,
      });
    });
    expect(late).toEqual([]);
  });

  it('claims for different accounts write no row in common: neither waits for the other', async () => {
    const other = (await accountStore(open.db).create('B', 'pro')).account.id;
    const plenty = { free: 10, pro: 10, enterprise: 10 };
    const service = taskService(open.db, { queuedTasksByPlan: plenty, onEnqueued: () => {} });
    const task = {
      keyId: null,
      operation: 'ai-detection',
      model: 'lite',
      variant: 'music',
      musicId: null,
      filepath: null,
      filename: null,
      parameters: {},
    } as const;
    for (const owner of [accountId, other]) await service.enqueue({ ...task, accountId: owner });
    const fairShare = { weightByPlan: plenty, concurrencyByPlan: plenty };
    // Whoever waits for a lock at all is refused.
    const impatient = await openDatabase(
      { url: `${url}?options=-c%20lock_timeout%3D2000`, folder: '' },
      migrations,
    );
    try {
      let second: Awaited<ReturnType<typeof claimNext>> = null;
      const first = await claimNext(
        afterFirst('InsertQueryNode', 'messages', open.db, async () => {
          second = await claimNext(impatient.db, fairShare, 'w2', 60);
        }),
        fairShare,
        'w1',
        60,
      );
      expect([first?.task.accountId, second!.task.accountId].sort()).toEqual([accountId, other].sort());
    } finally {
      await impatient.close();
    }
  });
});
