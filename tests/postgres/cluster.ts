/**
 * A throw-away PostgreSQL server for tests, made with the programs that Debian's `postgresql` package installs: its
 * data in a temporary folder, a port that is free, open to this machine alone. Nothing else is touched.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/free-port.js';

export interface Cluster {
  /** A new, empty database of this server: `postgres://…`. */
  createDatabase(): Promise<string>;
  /** Stops the server as a power cut does to its processes, and starts it again on the same data. */
  crashAndRestart(): void;
  /** Stops it as an operator does, and starts it again. */
  restart(): void;
  /** False once it ended by itself, as with a full disk. */
  isRunning(): boolean;
  start(): void;
  /** What the server has logged. */
  log(): string;
  stop(): void;
}

const isRoot = process.getuid?.() === 0;

/** Where the server's programs are; null where PostgreSQL is not installed, or cannot be run by this user. */
export const postgresPrograms: string | null = isRoot && serverUser() === null ? null : findPrograms();

export const withoutPostgres =
  'needs PostgreSQL: install Debian’s package postgresql, or put initdb on the PATH; as root also a user postgres';

function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const onPath = (process.env.PATH ?? '').split(':');
  return [...debian, ...onPath].find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/**
 * Its data in a new folder of `parent`, with `files` beside them, which settings name as `{folder}/NAME`. Throws what
 * the program printed where something fails.
 */
export async function startCluster(
  settings: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
  files: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  if (postgresPrograms === null) throw new Error(withoutPostgres);
  const programs = postgresPrograms;
  const folder = mkdtempSync(join(parent, 'contrafact-postgres-'));
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  const outputFile = join(folder, 'output');
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    if (user) chownSync(join(folder, name), user.uid, user.gid);
  }
  function run(program: string, args: readonly string[]): void {
    const command = [join(programs, program), ...args];
    // The server refuses to run as root.
    const all = user ? ['runuser', '-u', user.name, '--', ...command] : command;
    // A file, not a pipe: the server inherits it and would keep this call waiting.
    const output = openSync(outputFile, 'w');
    const result = spawnSync(all[0]!, all.slice(1), { cwd: folder, stdio: ['ignore', output, output] });
    closeSync(output);
    if (result.status !== 0) {
      const logs = [outputFile, logFile].map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
      throw new Error(`${command.join(' ')}: ${result.error ?? result.status}\n${logs.join('\n')}`);
    }
  }

  const options = {
    listen_addresses: '127.0.0.1',
    // None: their path may be too long for the system, or hold a space, as temporary folders do here and there.
    unix_socket_directories: '',
    // What is proved is the service; only the machine's crash could tell the difference.
    fsync: 'off',
    shared_buffers: '32MB',
    max_connections: '60',
    ...settings,
  };
  let port = 0;
  const serverArgs = (): string =>
    Object.entries({ ...options, port })
      .map(([name, value]) => `-c ${name}=${String(value).replace('{folder}', folder)}`)
      .join(' ');
  const start = (): void =>
    run('pg_ctl', ['-D', data, '-w', '-t', '120', '-l', logFile, '-o', serverArgs(), 'start']);
  const halt = (mode: 'fast' | 'immediate'): void =>
    run('pg_ctl', ['-D', data, '-w', '-t', '120', '-m', mode, 'stop']);

  function isRunning(): boolean {
    try {
      run('pg_ctl', ['-D', data, 'status']);
      return true;
    } catch {
      return false;
    }
  }
  function stop(): void {
    if (isRunning()) halt('immediate');
    process.off('exit', stop);
    rmSync(folder, { recursive: true, force: true });
  }
  process.on('exit', stop);

  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']);
  // Not before: making the data takes a moment, in which someone could take the port.
  port = await freePort();
  start();
  const address = `postgres://postgres@127.0.0.1:${port}`;
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await withClient(`${address}/postgres`, (client) => client.query(`create database ${name}`));
      return `${address}/${name}`;
    },
    crashAndRestart() {
      halt('immediate');
      start();
    },
    restart() {
      halt('fast');
      start();
    },
    isRunning,
    start,
    log: () => readFileSync(logFile, 'utf8'),
    stop,
  };
}

/** One connection of its own, closed afterwards. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A connection that a test makes the server cut is no crash of the test.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Root must lend the server another user: Debian's package makes `postgres`. */
function serverUser(): { name: string; uid: number; gid: number } | null {
  if (!isRoot || !existsSync('/etc/passwd')) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  if (!line) return null;
  const [name, , uid, gid] = line.split(':');
  return { name: name!, uid: Number(uid), gid: Number(gid) };
}
