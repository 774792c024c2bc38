/** Tries what a decoder that was taken over would try, in a process that is started exactly as decoders are. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childEntry } from './child-entry.js';
import type { SandboxedNode } from './command.js';

/** What must not be accessible. */
export interface AccessTargets {
  readonly processes: readonly ProcessTarget[];
  readonly files: readonly string[];
  /** Of 127.0.0.1, where something listens. */
  readonly ports: readonly number[];
  /** Unix sockets where something listens. */
  readonly sockets: readonly string[];
}

/** A process as the kernel names it: an id alone can be another process's within a sandbox. */
export interface ProcessTarget {
  readonly pid: number;
  readonly startTicks: string;
}

export interface Access {
  /** What was read or connected to, in words; empty is as it should be. */
  readonly opened: readonly string[];
  readonly userId: number;
  readonly noNewPrivileges: boolean;
  readonly hasSystemCallFilter: boolean;
}

const entry = childEntry(import.meta.url, './access-process');

/** @throws Error where the process does not start or answers nothing */
export function probeAccess(node: SandboxedNode, targets: AccessTargets): Promise<Access> {
  return new Promise((resolve, reject) => {
    const child = spawn(node.file, [...node.args, ...entry.execArgv, entry.file, JSON.stringify(targets)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: node.env,
      ...node.options,
    });
    let answer = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (answer += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(answer) as Access);
      else reject(new Error(/^.*(?:rror|bwrap).*$/m.exec(errors)?.[0] ?? `exit code ${code}`));
    });
  });
}

/** @throws Error where the system has no /proc */
export function processTarget(pid: number): ProcessTarget {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return { pid, startTicks: startTicksOf(stat) };
}

/** Of /proc/PID/stat: its 22nd field, the third being the first after the process's name. */
export function startTicksOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3] ?? '';
}
