/**
 * Whether the database can be used, asked on a connection of its own: a pool whose connections all wait for a lock
 * is no reason to take a process out of rotation. After a write that found no room it is asked to write, too, until
 * that succeeds.
 */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { storageFailure } from './failures.js';
import type { Database } from './schema.js';

export interface HealthProbe {
  /** Rejects with StorageUnavailableError where the database cannot be read, or lately could not be written. */
  check(): Promise<void>;
  /** Is given every error of the pool. */
  note(error: unknown): void;
  close(): Promise<void>;
}

/** Runs statements one after the other in one transaction, and rolls it back. */
type Attempt = (statements: readonly string[]) => Promise<void>;

const isUsable = 'select 1';
/** Takes a megabyte of the data's disk for a moment. Unlike the rows of a table they are in no log. */
const hasRoom = [
  'create temporary table contrafact_room (content text) on commit drop',
  'alter table contrafact_room alter content set storage external',
  `insert into contrafact_room select repeat('0123456789abcdef', 4096) from generate_series(1, 16)`,
];

function createProbe(attempt: Attempt, close: () => Promise<void>): HealthProbe {
  let isFull = false;
  return {
    async check() {
      await attempt(isFull ? hasRoom : [isUsable]);
      isFull = false;
    },
    note(error) {
      if (error instanceof StorageUnavailableError && error.reason === 'disk-full') isFull = true;
    },
    close,
  };
}

/** The embedded engine has one connection: the question stands in line for it. */
export function embeddedProbe(db: () => Kysely<Database>): HealthProbe {
  const undo = new Error('rolled back');
  return createProbe(
    (statements) =>
      db()
        .transaction()
        .execute(async (transaction) => {
          for (const statement of statements) await sql.raw(statement).execute(transaction);
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        }),
    async () => {},
  );
}

const patienceMs = 3000;

/** A connection that is made at the first question, and made anew after a failure. */
export function postgresProbe(connectionString: string): HealthProbe {
  let connected: Promise<pg.Client> | null = null;
  let line: Promise<void> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: 'contrafact health',
    });
    const dropClient = (): void => {
      connected = null;
    };
    client.on('error', dropClient);
    client.on('end', dropClient);
    await client.connect();
    return client;
  }

  async function attempt(statements: readonly string[]): Promise<void> {
    connected ??= connect();
    const mine = connected;
    try {
      const client = await mine;
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('rollback');
    } catch (error) {
      if (connected === mine) connected = null;
      void mine.then((client) => client.end()).catch(() => {});
      throw storageFailure(error);
    }
  }

  return createProbe(
    (statements) => {
      // Two questions at once would mix their transactions.
      const turn = line.then(() => attempt(statements));
      line = turn.catch(() => {});
      return turn;
    },
    async () => {
      await line;
      await connected?.then((client) => client.end()).catch(() => {});
    },
  );
}
