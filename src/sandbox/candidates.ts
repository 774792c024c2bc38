/** The sandboxes that a machine may have, strongest first. Whether one works here only a try shows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noSandbox, type SandboxPlan } from './plan.js';

/** "nobody" */
const decoderUser = 65_534;

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Whether the service was started as root. */
  readonly isRoot: boolean;
  /** Path of `bwrap`; null where it is not installed. */
  readonly bubblewrap: string | null;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    bubblewrap: findBubblewrap(),
  };
}

export function sandboxCandidates({ platform, isRoot, bubblewrap }: Machine): SandboxPlan[] {
  if (platform !== 'linux') return [];
  const namespaces = { ...noSandbox, level: 'namespaces', bubblewrap } as const;
  return [
    ...(bubblewrap === null ? [] : [{ ...namespaces, proc: 'own' } as const]),
    // Root owns the kernel's settings in /proc, also without capabilities: it must not see the outer one writable.
    ...(bubblewrap === null || isRoot ? [] : [{ ...namespaces, proc: 'outer' } as const]),
    ...(isRoot ? [{ ...noSandbox, level: 'other-user', decoderUser } as const] : []),
  ];
}

function findBubblewrap(): string | null {
  const folders = ['/usr/bin', '/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, 'bwrap')).find((path) => existsSync(path)) ?? null;
}
