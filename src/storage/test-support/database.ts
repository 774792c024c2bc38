/**
 * A migrated database for tests, gone when closed: real PostgreSQL in memory, or a database of its own on the server
 * that CONTRAFACT_TEST_POSTGRES_URL names (tests/postgres runs the storage tests so, too).
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../database.js';
import type { Migration } from '../migrate.js';
import { migrations } from '../migrations/all.js';

export async function openTestDatabase(which: readonly Migration[] = migrations): Promise<OpenDatabase> {
  const server = process.env.CONTRAFACT_TEST_POSTGRES_URL;
  if (!server) return openDatabase({ url: null, folder: 'memory://' }, which);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, folder: '' }, which);
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
