/** What a process prints that cannot use its PostgreSQL server: what is wrong, what to do, and never the password. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { freePort } from '../support/free-port.js';
import { startInstance } from '../support/instance.js';
import { itInLongRounds } from '../support/rounds.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

const tlsFiles = resolve(import.meta.dirname, '../../src/callbacks/test-support/tls');
const password = 'p@ss/w#rd%';
const encoded = encodeURIComponent(password);

const accessRules = [
  'host all postgres all trust',
  'hostnossl all only_tls all reject',
  'hostssl all only_tls all trust',
  'host all stranger all reject',
  'host all all all scram-sha-256',
].join('\n');

describe.skipIf(postgresPrograms === null)(`a start on PostgreSQL (${withoutPostgres})`, () => {
  let cluster: Cluster;
  let admin: string;
  /** The address of user:password on a host of the server. */
  let at: (user: string, host?: string, query?: string) => string;

  beforeAll(async () => {
    const files = {
      'hba.conf': accessRules,
      // For the names hooks.test and 127.0.0.2, of an authority that no machine knows.
      'server.pem': readFileSync(join(tlsFiles, 'hooks.pem'), 'utf8'),
      'server.key': readFileSync(join(tlsFiles, 'hooks.key'), 'utf8'),
    };
    const settings = {
      listen_addresses: '127.0.0.1,127.0.0.2',
      hba_file: '{folder}/hba.conf',
      ssl: 'on',
      ssl_cert_file: '{folder}/server.pem',
      ssl_key_file: '{folder}/server.key',
      max_connections: '20',
    };
    cluster = await startCluster(settings, tmpdir(), files);
    admin = await cluster.createDatabase();
    await withClient(admin, async (client) => {
      await client.query(`create role contrafact login password '${password}'`);
      await client.query('create role only_tls login');
      await client.query('create role no_owner login password $$no$$'.replaceAll('$$', "'"));
      await client.query('alter database test_1 owner to contrafact');
    });
    // A database of its own, which is the second of this server.
    const second = await cluster.createDatabase();
    await withClient(second, (client) => client.query('alter database test_2 owner to only_tls'));
    const { port } = new URL(admin);
    at = (user, host = '127.0.0.1', query = '') =>
      `postgres://${user}@${host}:${port}/${user === 'only_tls' ? 'test_2' : 'test_1'}${query}`;
  });
  afterAll(() => cluster?.stop());

  const own = (): string => at(`contrafact:${encoded}`);
  async function failure(url: string): Promise<string> {
    const error = await openDatabase({ url, folder: '' }, migrations).then(
      async (database) => database.close().then(() => new Error('it started')),
      (reason: Error) => reason,
    );
    expect(error.name).toBe('DatabaseStartError');
    for (const secret of [password, encoded]) expect(error.message).not.toContain(secret);
    return error.message;
  }
  const starts = async (url: string): Promise<boolean> => {
    const database = await openDatabase({ url, folder: '' }, migrations);
    await database.checkHealth();
    await database.close();
    return true;
  };

  it('a wrong password, a missing database and a missing role each have their own sentence', async () => {
    expect(await failure(at('contrafact:wrong'))).toMatch(/refused the password of the user "contrafact"/);
    expect(await failure(own().replace('test_1', 'elsewhere'))).toMatch(
      /has no database "elsewhere".*create database/,
    );
    expect(await failure(at('contrafact'))).toMatch(/wants a password/);
    expect(await failure(at('postgress:x'))).toMatch(/password of the user "postgress"/);
    expect(await failure(at('stranger:x'))).toMatch(/does not admit "stranger".*pg_hba/);
    expect(await failure(at('no_owner:no'))).toMatch(/may not do.*owner to "no_owner"/);
  });

  it('a role that does not exist is named where the server itself says so', async () => {
    const trusting = await startCluster();
    try {
      const url = (await trusting.createDatabase()).replace('postgres@', `nobody:${encoded}@`);
      expect(await failure(url)).toMatch(/has no user "nobody".*create role/);
    } finally {
      trusting.stop();
    }
  });

  itInLongRounds(
    'an unknown host, a closed port and a silent server each have their own sentence',
    async () => {
      const { port } = new URL(admin);
      expect(await failure(own().replace('127.0.0.1', 'no-such-host.invalid'))).toMatch(
        /no machine named "no-such-host.invalid"|cannot be looked up/,
      );
      expect(await failure(own().replace(port, String(await freePort())))).toMatch(/Nothing answers at 127/);
      const silent = await listen((socket) => socket.resume());
      expect(await failure(own().replace(port, String(silent.port)))).toMatch(/does not answer/);
      silent.server.close();
      const closing = await listen((socket) => socket.destroy());
      expect(await failure(own().replace(port, String(closing.port)))).toMatch(/closed the connection/);
      closing.server.close();
    },
  );

  itInLongRounds('a full server, a standby and a newer schema each have their own sentence', async () => {
    const database = await cluster.createDatabase();
    await openDatabase({ url: database, folder: '' }, [
      ...migrations,
      { name: '9999-later', oldestVersion: '9.0.0', up: async () => {} },
    ]).then((opened) => opened.close());
    const newer = await openDatabase({ url: database, folder: '' }, migrations, { version: '1.0.0' }).catch(
      (error: Error) => error,
    );
    expect((newer as Error).message).toMatch(/needs version 9\.0\.0 or newer; this is 1\.0\.0/);
    await withClient(admin, (client) =>
      client.query('alter database test_1 set default_transaction_read_only = on'),
    );
    expect(await failure(own())).toMatch(/is read-only: it is a standby/);
    await withClient(admin.replace('test_1', 'postgres'), (client) =>
      client.query('alter database test_1 reset default_transaction_read_only'),
    );
    await withClient(admin, (client) => client.query('alter role contrafact connection limit 0'));
    expect(await failure(own())).toMatch(/no connection left/);
    await withClient(admin, (client) => client.query('alter role contrafact connection limit -1'));
    expect(await starts(own())).toBe(true);
  });

  it('sslmode means what it means to libpq: require encrypts, verify-ca and verify-full check', async () => {
    const authority = join(tlsFiles, 'ca.pem');
    const query = (mode: string, root = ''): string =>
      `?sslmode=${mode}${root && `&sslrootcert=${encodeURIComponent(root)}`}`;
    const plain = at('only_tls');
    expect(await failure(plain)).toMatch(/without TLS.*sslmode=/);
    expect(await starts(at('only_tls', '127.0.0.1', query('require')))).toBe(true);
    expect(await starts(at('only_tls', '127.0.0.1', query('prefer')))).toBe(true);
    expect(await failure(at('only_tls', '127.0.0.1', query('verify-full')))).toMatch(
      /signed by nobody.*sslrootcert/,
    );
    expect(await starts(at('only_tls', '127.0.0.1', query('verify-ca', authority)))).toBe(true);
    expect(await failure(at('only_tls', '127.0.0.1', query('verify-full', authority)))).toMatch(
      /not for the name/,
    );
    expect(await starts(at('only_tls', '127.0.0.2', query('verify-full', authority)))).toBe(true);
    // With an authority, `require` checks it, too.
    const another = join(tlsFiles, 'hooks.pem');
    expect(await failure(at('only_tls', '127.0.0.1', query('require', another)))).toMatch(/signed by nobody/);
    const encrypted = await openDatabase(
      { url: at('only_tls', '127.0.0.1', query('require')), folder: '' },
      migrations,
    );
    const seen = await withClient(admin, (client) =>
      client.query(`select count(*)::int as n from pg_stat_ssl join pg_stat_activity using (pid)
        where usename = 'only_tls' and ssl`),
    );
    await encrypted.close();
    expect(seen.rows[0].n).toBeGreaterThan(0);
  });

  itInLongRounds(
    'a server without TLS is named where TLS is asked for, and used without where it is only preferred',
    async () => {
      const bare = await startCluster();
      try {
        const url = await bare.createDatabase();
        expect(await failure(`${url}?sslmode=require`)).toMatch(/offers no TLS/);
        expect(await starts(`${url}?sslmode=prefer`)).toBe(true);
      } finally {
        bare.stop();
      }
    },
  );

  describe('on the command line', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'contrafact-start-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const run = (args: readonly string[], env: Record<string, string>): Promise<CliResult> =>
      runCli(args, { env: { CONTRAFACT_DATA_DIR: join(folder, 'data'), CONTRAFACT_PORT: '0', ...env } });

    it('it is one sentence and exit code 3: no stack, no password', async () => {
      for (const args of [['serve'], ['account', 'list']]) {
        const wrong = own().replace(encoded, 'wrong-secret');
        const { code, stderr, stdout } = await run(args, { CONTRAFACT_DATABASE_URL: wrong });
        expect([args, code]).toEqual([args, 3]);
        expect(stderr).toContain('refused the password');
        expect(stdout + stderr).not.toMatch(/please report|\n\s+at |wrong-secret/);
      }
    });

    it('a data folder that is new is made, wherever the uploads are; one that cannot be made is named', async () => {
      const instance = await startInstance({
        dataDir: join(folder, 'not', 'yet'),
        env: { CONTRAFACT_DATABASE_URL: own(), CONTRAFACT_BLOBS: join(folder, 'blobs') },
      });
      expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
      expect(await instance.halt()).toBe(0);
      const { code, stderr } = await run(['serve'], {
        CONTRAFACT_DATABASE_URL: own(),
        CONTRAFACT_DATA_DIR: join(import.meta.filename, 'data'),
      });
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(/The data folder .* cannot be used \(ENOTDIR\)/),
      ]);
    });

    it('a URL with an unescaped character is a wrong setting: what to escape is said, the URL is not shown', async () => {
      const { code, stderr, stdout } = await run(['serve'], {
        CONTRAFACT_DATABASE_URL: own().replace(encoded, 'se#cr3t'),
      });
      expect(code).toBe(2);
      expect(stderr).toMatch(/CONTRAFACT_DATABASE_URL: cannot be read as a URL.*# as %23/);
      expect(stdout + stderr).not.toMatch(/cr3t|please report/);
    });
  });
});

async function listen(
  onConnection: Parameters<typeof createServer>[1],
): Promise<{ server: Server; port: number }> {
  const server = createServer(onConnection as never);
  server.unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as { port: number }).port };
}
