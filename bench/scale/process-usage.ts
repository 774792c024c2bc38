/** What processes and all their descendants have spent, and what memory they hold: from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessState {
  readonly pid: number;
  readonly parent: number;
  /** Hundredths of a second, children that ended and were waited for included. */
  readonly ticks: number;
  readonly residentPages: number;
}

function states(): Map<number, ProcessState> {
  const all = new Map<number, ProcessState>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
      const number = (field: number): number => Number(fields[field]);
      all.set(Number(name), {
        pid: Number(name),
        parent: number(1),
        ticks: number(11) + number(12) + number(13) + number(14),
        residentPages: number(21),
      });
    } catch {
      // It ended meanwhile.
    }
  }
  return all;
}

export interface Usage {
  readonly cpuMs: number;
  /** Pages that processes share count for each. */
  readonly residentBytes: number;
}

export function usageOf(pids: readonly number[]): Usage {
  const all = states();
  const children = new Map<number, number[]>();
  for (const { pid, parent } of all.values()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const waiting = [...pids];
  let [ticks, pages] = [0, 0];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const state = all.get(pid);
    if (!state) continue;
    ticks += state.ticks;
    pages += state.residentPages;
    waiting.push(...(children.get(pid) ?? []));
  }
  return { cpuMs: ticks * 10, residentBytes: pages * 4096 };
}

export function parentOf(pid: number): number {
  const state = states().get(pid);
  if (!state) throw new Error(`There is no process ${pid}`);
  return state.parent;
}
