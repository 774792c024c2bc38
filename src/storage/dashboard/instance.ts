import { type Kysely, sql } from 'kysely';
import type { InstanceReader } from '../../http/dashboard/ports.js';
import type { Database } from '../schema.js';

/** What the operator pages show, counted when they are looked at. */
export function instanceReader(db: Kysely<Database>): InstanceReader {
  return {
    async report() {
      const accounts = await db
        .selectFrom('accounts')
        .select((eb) => [
          'id',
          'name',
          'plan',
          'created_at',
          eb
            .selectFrom('music')
            .select(eb.fn.countAll<number>().as('n'))
            .whereRef('music.account_id', '=', 'accounts.id')
            .as('songs'),
          eb
            .selectFrom('music')
            .select(sql<number>`coalesce(sum(bytes), 0)::double precision`.as('n'))
            .whereRef('music.account_id', '=', 'accounts.id')
            .as('bytes'),
          eb
            .selectFrom('tasks')
            .select(eb.fn.countAll<number>().as('n'))
            .whereRef('tasks.account_id', '=', 'accounts.id')
            .as('tasks'),
        ])
        .orderBy('created_at')
        .limit(1000)
        .execute();
      const states = await db
        .selectFrom('tasks')
        .select((eb) => ['status', eb.fn.countAll<number>().as('n'), eb.fn.min('created_at').as('oldest')])
        .where('status', 'in', ['pending', 'processing'])
        .groupBy('status')
        .execute();
      const workers = await db
        .selectFrom('tasks')
        .select((eb) => [
          'lease_owner',
          eb.fn.countAll<number>().as('n'),
          eb.fn.max('lease_expires_at').as('until'),
        ])
        .where('status', '=', 'processing')
        .where('lease_owner', 'is not', null)
        .groupBy('lease_owner')
        .execute();
      const outbox = await db
        .selectFrom('messages')
        .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
        .where('status', '<>', 'delivered')
        .groupBy('status')
        .execute();
      const size = await sql<{
        n: number;
      }>`select pg_database_size(current_database())::double precision as n`.execute(db);
      const state = (name: string): (typeof states)[number] | undefined =>
        states.find((row) => row.status === name);
      const waiting = (name: string): number => Number(outbox.find((row) => row.status === name)?.n ?? 0);
      return {
        accounts: accounts.map((row) => ({
          id: row.id,
          name: row.name,
          plan: row.plan,
          createdAt: row.created_at,
          songs: Number(row.songs),
          bytes: Number(row.bytes),
          tasks: Number(row.tasks),
        })),
        queue: {
          pending: Number(state('pending')?.n ?? 0),
          processing: Number(state('processing')?.n ?? 0),
          oldestPendingAt: state('pending')?.oldest ?? null,
        },
        workers: workers.map((row) => ({
          id: row.lease_owner ?? '',
          tasks: Number(row.n),
          leaseExpiresAt: row.until ?? new Date(),
        })),
        outbox: { pending: waiting('pending'), held: waiting('held'), failed: waiting('failed') },
        storage: {
          musicBytes: accounts.reduce((sum, row) => sum + Number(row.bytes), 0),
          databaseBytes: size.rows[0]?.n ?? 0,
        },
      };
    },
  };
}
