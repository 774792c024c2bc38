/** Changes of a query that a sweep assumes: speeds, tempi alone and pitches alone, over all that can be found. */
import type { AssumedChange } from './level-rows.js';

/** Song seconds a query second, as natural logarithms: from 0.67 to 1.48. */
const speedLogs = { from: Math.log(0.671), to: Math.log(0.671) + 0.8 } as const;
/** The farthest that a tempo and a pitch alone are changed. */
const tempoLogs = { from: Math.log(0.671) + 0.05, to: Math.log(0.671) + 0.75 } as const;
const maxCents = 700;

export type ChangeKind = 'none' | 'speed' | 'tempo' | 'pitch';

export function kindOf({ scale, cents }: AssumedChange): ChangeKind {
  if (scale === 1) return cents === 0 ? 'none' : 'pitch';
  return cents === 0 ? 'tempo' : 'speed';
}

/** Speeds, with the pitch that follows. */
export function speedsEvery(logStep: number): AssumedChange[] {
  return logsBetween(speedLogs, logStep).map((log) => ({
    scale: Math.exp(log),
    cents: (1200 * log) / Math.LN2,
  }));
}

/** The speed that changes the pitch by so much. */
export function speedOfPitch(cents: number): AssumedChange {
  return { scale: 2 ** (cents / 1200), cents };
}

export function tempiEvery(logStep: number): AssumedChange[] {
  return logsBetween(tempoLogs, logStep).map((log) => ({ scale: Math.exp(log), cents: 0 }));
}

export function pitchesEvery(cents: number): AssumedChange[] {
  return Array.from({ length: maxCents / cents }, (_, i) => (i + 1) * cents).flatMap((by) => [
    { scale: 1, cents: by },
    { scale: 1, cents: -by },
  ]);
}

/** Both ends, and what lies between them at equal distances of at most `step`. */
function logsBetween({ from, to }: { readonly from: number; readonly to: number }, step: number): number[] {
  const count = Math.ceil((to - from) / step - 1e-6);
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}
