/** Slows down guessing: a bucket of attempts for each key (an address, an e-mail), kept in memory and bounded. */

export interface AttemptLimit {
  /** Seconds to wait, 0 where this attempt may go on; counts it. */
  take(key: string): number;
  /** Forgets a key, after a success. */
  forgive(key: string): void;
}

export interface AttemptLimitOptions {
  /** Attempts that may come at once. */
  readonly burst: number;
  /** One further attempt is granted each time this has passed. */
  readonly secondsPerAttempt: number;
  readonly now?: () => number;
}

const mostKeys = 20_000;

/** A generic cell rate algorithm: one number a key, the theoretical arrival time in milliseconds. */
export function attemptLimit(options: AttemptLimitOptions): AttemptLimit {
  const now = options.now ?? Date.now;
  const stepMs = options.secondsPerAttempt * 1000;
  const arrivals = new Map<string, number>();
  return {
    take(key) {
      const at = now();
      const arrival = Math.max(at, arrivals.get(key) ?? 0);
      const waitMs = arrival - at - (options.burst - 1) * stepMs;
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      arrivals.delete(key);
      arrivals.set(key, arrival + stepMs);
      // The oldest go first: whoever fills the table with invented keys still meets the limit by address.
      if (arrivals.size > mostKeys) arrivals.delete(arrivals.keys().next().value ?? '');
      return 0;
    },
    forgive(key) {
      arrivals.delete(key);
    },
  };
}
