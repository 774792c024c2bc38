/** The process of `access.ts`: tries to read and to connect, and prints what succeeded. Its argument is AccessTargets as JSON. */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import type { Access, AccessTargets, ProcessTarget } from './access.js';
import { startTicksOf } from './access.js';

const connectMs = 3000;

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function openAndClose(path: string): void {
  closeSync(openSync(path, 'r'));
}

function lookInto({ pid, startTicks }: ProcessTarget): string[] {
  const folder = `/proc/${pid}`;
  if (!succeeds(() => readFileSync(`${folder}/stat`, 'utf8'))) return [];
  if (startTicksOf(readFileSync(`${folder}/stat`, 'utf8')) !== startTicks) return [];
  const attempts: [name: string, attempt: () => unknown][] = [
    ['environment', () => readFileSync(`${folder}/environ`)],
    ['memory', () => openAndClose(`${folder}/mem`)],
    ['open files', () => readdirSync(`${folder}/fd`)],
    ['files', () => readdirSync(`${folder}/root`)],
  ];
  return attempts.filter(([, attempt]) => succeeds(attempt)).map(([name]) => `${name} of process ${pid}`);
}

function connects(where: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(where);
    const end = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(connectMs, () => end(false));
  });
}

async function accessOf(targets: AccessTargets): Promise<Access> {
  const opened = targets.processes.flatMap(lookInto);
  for (const path of targets.files) {
    if (succeeds(() => openAndClose(path))) opened.push(`file ${path}`);
  }
  for (const port of targets.ports) {
    if (await connects({ host: '127.0.0.1', port })) opened.push(`TCP port ${port}`);
  }
  for (const path of targets.sockets) {
    if (await connects({ path })) opened.push(`socket ${path}`);
  }
  const status = succeeds(() => readFileSync('/proc/self/status'))
    ? readFileSync('/proc/self/status', 'utf8')
    : '';
  return {
    opened,
    userId: process.getuid?.() ?? -1,
    noNewPrivileges: /^NoNewPrivs:\s*1$/m.test(status),
    hasSystemCallFilter: /^Seccomp:\s*2$/m.test(status),
  };
}

const access = await accessOf(JSON.parse(process.argv[2] ?? '') as AccessTargets);
process.stdout.write(`${JSON.stringify(access)}\n`);
