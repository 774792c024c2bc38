/** Chooses the sandbox of child processes by trying each in turn. */
import { noSandbox, type SandboxLevel, type SandboxPlan } from './plan.js';

export interface SandboxChoice {
  readonly plan: SandboxPlan;
  /** Stronger ones that did not work here, and why. */
  readonly rejected: readonly { readonly level: SandboxLevel; readonly reason: string }[];
}

/** The first of `candidates` that works, else none. `whyNot`: null where a plan works and keeps what it promises. */
export async function chooseSandbox(
  candidates: readonly SandboxPlan[],
  whyNot: (plan: SandboxPlan) => Promise<string | null>,
): Promise<SandboxChoice> {
  const rejected: { level: SandboxLevel; reason: string }[] = [];
  for (const plan of candidates) {
    const reason = await whyNot(plan);
    if (reason === null) return { plan, rejected };
    rejected.push({ level: plan.level, reason });
  }
  return { plan: noSandbox, rejected };
}

/** Why `require` is not met, for the operator; null where it is. */
export function unmetRequirement({ plan, rejected }: SandboxChoice): string | null {
  if (plan.level === 'namespaces') return null;
  const reasons = rejected.map(({ reason }) => reason).join('; ') || 'bubblewrap is not installed';
  return `CONTRAFACT_SANDBOX: require, but no namespaces can be had here: ${reasons}`;
}
