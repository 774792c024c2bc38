/** How long a statement may wait or run, also behind a pooler that takes no settings at the start of a connection. */
import { createServer, connect as dial, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '../../src/domain/storage-unavailable.js';
import { accountStore } from '../../src/storage/accounts.js';
import { type OpenDatabase, openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

const limits = { connections: 3, waitMs: 400, lockMs: 300, statementMs: 1500, idleTransactionMs: 700 };
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );
const busy = expect.objectContaining({ name: 'StorageUnavailableError', reason: 'busy' });

describe.skipIf(postgresPrograms === null)(`limits (${withoutPostgres})`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  describe.each(['the server itself', 'a pooler'])('of connections to %s', (kind) => {
    let url: string;
    let database: OpenDatabase;
    let pooler: Server | null = null;
    beforeEach(async () => {
      url = await cluster.createDatabase();
      let address = url;
      if (kind === 'a pooler') {
        pooler = await startPooler(Number(new URL(url).port));
        address = url.replace(/:\d+\//, `:${(pooler.address() as { port: number }).port}/`);
      }
      database = await openDatabase({ url: address, folder: '', limits }, migrations);
    });
    afterEach(async () => {
      await database?.close();
      pooler?.close();
      pooler = null;
    });

    it('a locked table fails the statement that needs it, and nothing else', async () => {
      const { account } = await accountStore(database.db).create('A', 'pro');
      await withClient(url, async (client) => {
        await client.query('begin');
        await client.query('lock table tasks in access exclusive mode');
        expect(await failure(sql`select count(*) from tasks`.execute(database.db))).toEqual(busy);
        const inTransaction = database.db
          .transaction()
          .execute((transaction) => sql`select count(*) from tasks`.execute(transaction));
        expect(await failure(inTransaction)).toEqual(busy);
        expect(await accountStore(database.db).get(account.id)).toMatchObject({ id: account.id });
        await client.query('rollback');
      });
      await sql`select count(*) from tasks`.execute(database.db);
    });

    it('health is asked on a connection of its own, and answered while the whole pool waits', async () => {
      const holding = Array.from({ length: limits.connections }, () =>
        failure(sql`select pg_sleep(1.2)`.execute(database.db)),
      );
      const crowd = failure(sql`select 1`.execute(database.db));
      await database.checkHealth();
      expect(await crowd).toBeInstanceOf(StorageUnavailableError);
      expect(await Promise.all(holding)).toEqual(holding.map(() => 'no failure'));
    });

    it('a statement that runs too long is ended, on its own and in a transaction', async () => {
      expect(await failure(sql`select pg_sleep(60)`.execute(database.db))).toEqual(busy);
      const inTransaction = database.db
        .transaction()
        .execute((transaction) => sql`select pg_sleep(60)`.execute(transaction));
      expect(await failure(inTransaction)).toEqual(busy);
    });

    it('a transaction that stands idle is ended, and its locks are free', async () => {
      const idle = database.db.transaction().execute(async (transaction) => {
        await sql`lock table tasks in access exclusive mode`.execute(transaction);
        await withClient(url, (client) => client.query('select count(*) from tasks'));
        await sql`select 1`.execute(transaction);
      });
      expect(await failure(idle)).toBeInstanceOf(StorageUnavailableError);
      await sql`select 1`.execute(database.db);
    });

    it('a statement that stands alone is committed, or undone with its error', async () => {
      await sql`insert into instance_settings (name, value) values ('kept', 'yes')`.execute(database.db);
      expect(
        await failure(
          sql`insert into instance_settings (name, value) values ('kept', 'no')`.execute(database.db),
        ),
      ).toMatchObject({ code: '23505' });
      const { rows } = await withClient(url, (client) =>
        client.query(`select value from instance_settings where name = 'kept'`),
      );
      expect(rows).toEqual([{ value: 'yes' }]);
    });

    it('migrations have none: one that runs longer than a statement may goes through', async () => {
      const slow = {
        name: '9999-slow',
        up: async (db: Parameters<(typeof migrations)[0]['up']>[0]) =>
          void (await sql`select pg_sleep(2)`.execute(db)),
      };
      const again = await openDatabase({ url, folder: '', limits }, [...migrations, slow]);
      await again.close();
    });
  });
});

/** Speaks as PgBouncer does: a connection that brings settings is refused, others go through to the server. */
async function startPooler(serverPort: number): Promise<Server> {
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (first) => {
      if (first.includes('options\0')) {
        const text = 'SFATAL\0C08P01\0Munsupported startup parameter in options: lock_timeout\0\0';
        const header = Buffer.alloc(5);
        header.write('E');
        header.writeInt32BE(text.length + 4, 1);
        client.end(Buffer.concat([header, Buffer.from(text)]));
        return;
      }
      const upstream = dial(serverPort, '127.0.0.1');
      upstream.on('error', () => client.destroy());
      upstream.write(first);
      client.pipe(upstream).pipe(client);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
