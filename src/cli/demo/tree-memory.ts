/** Watches how much memory a process and all below it hold together. Reads /proc: on other systems it knows nothing. */
import { readdirSync, readFileSync } from 'node:fs';

const intervalMs = 250;
const pageBytes = 4096;

export interface TreeMemory {
  /** Null where the system does not report it. */
  peakBytes(): number | null;
  stop(): void;
}

/** Proportional set size where the system reports it: pages that processes share count once. Else resident memory. */
export function peakTreeMemory(rootPid: number): TreeMemory {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, treeBytes(rootPid));
  };
  const timer = setInterval(look, intervalMs);
  timer.unref();
  return {
    peakBytes() {
      look();
      return peak === 0 ? null : peak;
    },
    stop: () => clearInterval(timer),
  };
}

function treeBytes(rootPid: number): number {
  const parents = new Map<number, number>();
  const bytes = new Map<number, number>();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const stat = readStat(name);
      if (!stat) continue;
      parents.set(Number(name), stat.parent);
      bytes.set(Number(name), stat.residentPages * pageBytes);
    }
  } catch {
    return 0;
  }
  let sum = 0;
  for (const [pid, resident] of bytes) {
    if (isBelow(pid, rootPid, parents)) sum += proportionalBytes(pid) ?? resident;
  }
  return sum;
}

function isBelow(pid: number, rootPid: number, parents: ReadonlyMap<number, number>): boolean {
  let at: number | undefined = pid;
  while (at !== undefined && at > 1) {
    if (at === rootPid) return true;
    at = parents.get(at);
  }
  return false;
}

function proportionalBytes(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(text)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** Fields 4 (parent) and 24 (resident pages) of /proc/<pid>/stat; null for a process that just ended. */
function readStat(pid: string): { parent: number; residentPages: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), residentPages: Number(fields[21]) };
  } catch {
    return null;
  }
}
