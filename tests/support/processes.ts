/** Processes below a process, read from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

export function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The process and everything it started, however deep. */
export function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Ended while we looked.
    }
  }
  const members = [root];
  for (let index = 0; index < members.length; index++) {
    for (const [child, parent] of parents) if (parent === members[index]) members.push(child);
  }
  return members;
}
