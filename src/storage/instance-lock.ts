/**
 * Makes sure that one process owns a data folder: PGlite has no lock of its own, and two processes on one folder
 * lose rows. The lock file names its holder by process id and start time, so that the lock of a killed process
 * is recognised as stale at once, also when another program got the same id after a restart of the machine.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstanceLockedError } from '../domain/instance-locked-error.js';
import { inDataFolder, makeDataFolder } from './data-folder.js';

interface Holder {
  pid: number;
  /** Kernel ticks since boot at which the process started; '' where the system does not report it. */
  startTicks: string;
}

export interface InstanceLock {
  release(): void;
}

/** Takes the lock of `dataDir` or throws InstanceLockedError, or DataFolderError where it cannot be written. Held until `release` or the end of the process. */
export function lockInstance(dataDir: string): InstanceLock {
  makeDataFolder(dataDir);
  const path = join(dataDir, 'instance.lock');
  const mine = `${path}.${process.pid}`;
  const holder = JSON.stringify({ pid: process.pid, startTicks: startTicksOf(process.pid) });
  try {
    inDataFolder(dataDir, () => writeFileSync(mine, holder, { mode: 0o600 }));
    // Bounded: each round either takes the lock, finds it held, or clears one stale lock.
    for (let round = 0; round < 10; round++) {
      if (tryLink(mine, path)) return { release: () => releaseLock(path) };
      clearStale(path, dataDir, `${mine}.stale`);
    }
    throw new Error(`The lock file ${path} keeps changing; remove it if nothing runs.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** link() fails if the target exists: an atomic take, also on network file systems. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function clearStale(path: string, dataDir: string, aside: string): void {
  const holder = readHolder(path);
  if (holder && isAlive(holder)) throw new InstanceLockedError(dataDir, holder.pid);
  try {
    renameSync(path, aside);
  } catch {
    return; // Another process cleared it first.
  }
  // Between reading and renaming another may have taken the lock: then what was moved is alive; put it back.
  const moved = readHolder(aside);
  if (moved && isAlive(moved)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.startTicks === startTicksOf(holder.pid);
}

function startTicksOf(pid: number): string {
  try {
    // Field 22 of /proc/<pid>/stat; the second field is a name in parentheses that may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function releaseLock(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}
