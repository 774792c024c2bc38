/**
 * A throw-away ClickHouse server for tests, in a process of its own: the program `clickhouse` where it is on the PATH,
 * else the same engine from the npm package chdb, which `npm run install:clickhouse` puts beside the project.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

const libraryIn = (folder: string): string => join(folder, 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so');
const root = join(import.meta.dirname, '../..');
const library = libraryIn(process.env.CONTRAFACT_CLICKHOUSE_DIR ?? join(root, '.clickhouse'));
/** An earlier build, to upgrade from. */
const libraryBefore = libraryIn(join(root, '.clickhouse-before'));
const onPath = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Shards need a configuration, which is given to the library alone. */
export const hasClickHouseLibrary = existsSync(library) && onPath('python3');
export const hasClickHouse = onPath('clickhouse') || hasClickHouseLibrary;
export const withoutClickHouse =
  'needs ClickHouse: put `clickhouse` on the PATH, or run `npm run install:clickhouse` (Linux, x64, python3)';

export const hasClickHouseBefore = hasClickHouseLibrary && existsSync(libraryBefore);
export const withoutClickHouseBefore =
  'needs two builds of ClickHouse: run `npm run install:clickhouse` and `npm run install:clickhouse-before` (Linux, x64, python3)';

export interface ClickHouseServer {
  readonly url: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** Stops the process so that it answers nobody and keeps every connection open; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
  /** On the same data, by the build that is installed or by the one before it. */
  start(version?: 'installed' | 'before'): Promise<void>;
  /** Copies the stopped server's data away, and puts the copy back. */
  backup(): void;
  restore(): void;
  remove(): Promise<void>;
}

/** Where a shard listens for other servers, and its configuration, read at each start. */
export interface ShardOptions {
  readonly nativePort: number;
  readonly configFile: string;
}

export async function startClickHouse(
  shard?: ShardOptions,
  firstVersion: 'installed' | 'before' = 'installed',
): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-clickhouse-'));
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;

  async function start(version: 'installed' | 'before' = 'installed'): Promise<void> {
    const host = [
      data,
      version === 'before' ? libraryBefore : library,
      String(port),
      ...(shard ? [String(shard.nativePort), shard.configFile] : []),
    ];
    const own =
      onPath('clickhouse') && !shard && version === 'installed' && firstVersion === 'installed'
        ? spawn(
            'clickhouse',
            ['server', '--', `--path=${data}`, `--http_port=${port}`, '--listen_host=127.0.0.1'],
            { stdio: 'ignore', cwd: folder },
          )
        : spawn('python3', [join(import.meta.dirname, 'clickhouse-host.py'), ...host], {
            stdio: 'ignore',
            cwd: folder,
          });
    server = own;
    for (;;) {
      if (own.exitCode !== null) throw new Error(`ClickHouse ended with ${own.exitCode}`);
      const answer = await fetch(`${url}/ping`).catch(() => null);
      if (answer?.ok) return;
      await sleep(100);
    }
  }

  async function stop(): Promise<void> {
    const own = server;
    server = null;
    if (!own || own.exitCode !== null) return;
    own.kill('SIGCONT');
    own.kill('SIGKILL');
    await once(own, 'exit');
  }

  await start(firstVersion);
  return {
    url,
    get pid() {
      return server!.pid!;
    },
    start,
    stop,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    backup: () => cpSync(data, copy, { recursive: true }),
    restore() {
      rmSync(data, { recursive: true });
      cpSync(copy, data, { recursive: true });
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
