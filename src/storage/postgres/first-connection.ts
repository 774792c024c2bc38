/**
 * The first connection of a process: finds out how this server is spoken to (TLS, a pooler before it), and whether it
 * can be used at all. Whatever goes wrong here is for the operator.
 */
import pg from 'pg';
import { readDatabaseUrl, type TlsMode } from './database-url.js';
import { type DatabaseLimits, limitSettings } from './limits.js';
import { startFailure } from './start-failure.js';

export interface PostgresAddress {
  /** For every connection of this process. */
  readonly connectionString: string;
  /** Settings that each transaction must make by itself: a pooler between takes none at the start of a connection. */
  readonly perTransaction: string;
}

const connectTimeoutMs = 15_000;

/** Throws DatabaseStartError. */
export async function firstConnection(text: string, limits: DatabaseLimits): Promise<PostgresAddress> {
  const url = readDatabaseUrl(text);
  let tls: TlsMode = url.tls === 'prefer' ? 'require' : url.tls;
  const settings = limitSettings(limits);
  let options = settings.map(([name, ms]) => `-c ${name}=${ms}`).join(' ');
  for (;;) {
    const connectionString = url.connectionString(tls, options);
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'contrafact',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const isSet = await takesSettings(client, url.hasOptions ? [] : settings);
      const perTransaction =
        options !== '' && isSet ? [] : settings.map(([name, ms]) => `set local ${name} = ${ms}`);
      return { connectionString, perTransaction: perTransaction.join('; ') };
    } catch (error) {
      const message = String((error as Error).message);
      if (url.tls === 'prefer' && tls !== 'disable' && /does not support SSL/i.test(message)) tls = 'disable';
      else if (options !== '' && /unsupported startup parameter/i.test(message)) options = '';
      else throw startFailure(error, url);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Throws where nothing can be written. False where a pooler dropped the settings without a word. */
async function takesSettings(
  client: pg.Client,
  settings: ReturnType<typeof limitSettings>,
): Promise<boolean> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1)`,
    [['transaction_read_only', ...settings.map(([name]) => name)]],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  if (found.get('transaction_read_only') === 'on') {
    throw Object.assign(new Error('read-only'), { code: '25006' });
  }
  return settings.every(([name, ms]) => found.get(name) === String(ms));
}
