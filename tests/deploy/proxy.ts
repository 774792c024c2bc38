/** The proxies whose examples ship in `deploy/`, run on free ports before processes of a test. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import { projectRoot } from '../support/run-cli.js';

export type ProxyName = 'nginx' | 'haproxy';

const files: Readonly<Record<ProxyName, string>> = {
  nginx: 'deploy/nginx.conf',
  haproxy: 'deploy/haproxy.cfg',
};

export const isInstalled = (name: ProxyName): boolean =>
  spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;

/** The example, with its three ports replaced. */
function exampleOf(name: ProxyName, port: number, processes: readonly [number, number]): string {
  const text = readFileSync(join(projectRoot, files[name]), 'utf8');
  const ports = [
    [/(listen |bind :)8080/, String(port)],
    [/()8081/g, String(processes[0])],
    [/()8082/g, String(processes[1])],
  ] as const;
  // Comments name the ports, too.
  const code = text.replace(/^\s*#.*$/gm, '');
  return ports.reduce((changed, [pattern, value]) => {
    if (!pattern.test(changed)) throw new Error(`${files[name]} has no ${pattern}`);
    pattern.lastIndex = 0;
    return changed.replace(pattern, `$1${value}`);
  }, code);
}

function argumentsOf(name: ProxyName, folder: string, isCheck: boolean): string[] {
  const file = join(folder, 'config');
  if (name === 'haproxy') return ['-f', file, ...(isCheck ? ['-c'] : ['-db'])];
  const globals = `pid ${folder}/pid; error_log stderr; ${isCheck ? '' : 'daemon off;'}`;
  return ['-p', folder, '-c', file, '-g', globals, ...(isCheck ? ['-t'] : [])];
}

/** What the program prints about the example; null where it finds nothing wrong. */
export async function checkExample(name: ProxyName): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-proxy-'));
  try {
    writeFileSync(join(folder, 'config'), exampleOf(name, await freePort(), [8081, 8082]));
    const { status, stderr, stdout } = spawnSync(name, argumentsOf(name, folder, true), { encoding: 'utf8' });
    return status === 0 && !/warn/i.test(stderr) ? null : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Proxy {
  readonly url: string;
  /** What it has printed: nginx says there why a process behind it did not answer. */
  readonly logs: string;
  stop(): Promise<void>;
}

/** Starts the example before two processes on these ports of this machine. */
export async function startProxy(name: ProxyName, processes: readonly [number, number]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-proxy-'));
  // nginx gives its workers another user where it is started as root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'config'), exampleOf(name, port, processes));
  const child: ChildProcess = spawn(name, argumentsOf(name, folder, false), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
  const kill = (): void => void child.kill('SIGKILL');
  process.on('exit', kill);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${name} does not serve:\n${output}`);
    await sleep(100);
  }
  return {
    url,
    get logs() {
      return output;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/livez`)).status === 200;
  } catch {
    return false;
  }
}
