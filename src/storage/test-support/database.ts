/**
 * A migrated database for tests, gone when closed: real PostgreSQL in memory, or a database of its own on the server
 * that CONTRAFACT_TEST_POSTGRES_URL names (tests/postgres runs the storage tests so, too).
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../database.js';
import type { Migration } from '../migrate.js';
import { migrations } from '../migrations/all.js';
import { migratedData, sourcesHash } from './migrated-database.js';

export async function openTestDatabase(which: readonly Migration[] = migrations): Promise<OpenDatabase> {
  const server = process.env.CONTRAFACT_TEST_POSTGRES_URL;
  const isCurrent = which === migrations;
  if (!server) {
    const initialData = isCurrent ? await migratedData() : undefined;
    return openDatabase({ url: null, folder: 'memory://', initialData }, which);
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = isCurrent ? await migratedTemplate(server) : 'template1';
  await onServer(server, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, folder: '' }, which);
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** The name of a database of the server that has the schema; made by the first who asks, for all test files. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `template_${sourcesHash()}`;
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const url = new URL(server);
    url.pathname = `/${name}_unfinished`;
    await client.query(`drop database if exists ${name}_unfinished`);
    await client.query(`create database ${name}_unfinished`);
    await (await openDatabase({ url: url.href, folder: '' }, migrations)).close();
    await client.query(`alter database ${name}_unfinished rename to ${name}`);
  });
  return name;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
