/** How a child process ended, also where a sandbox's own process stands between. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

export interface ChildEnd {
  readonly signal: NodeJS.Signals | null;
  /** `SIGSEGV`, `exit code 3` */
  readonly description: string;
}

/** Bubblewrap reports a signal that ended its process as the exit code 128 + its number, as shells do. */
export function childEnd({ signalCode, exitCode }: ChildProcess): ChildEnd {
  const number = exitCode !== null && exitCode > 128 ? exitCode - 128 : null;
  const named = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  const signal = signalCode ?? ((named as NodeJS.Signals | undefined) || null);
  return { signal, description: signal ?? `exit code ${exitCode}` };
}
