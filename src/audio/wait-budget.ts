import { ComputeError } from '../domain/compute.js';

/**
 * Limits how long a reader waits for a decoder, in sum. Time that the reader spends on its own work is not
 * counted: a slow analysis must not make its decoder look slow.
 */
export class WaitBudget {
  private remainingMs: number;

  /** @param onSpent called once when the budget is used up; must make the awaited promise settle */
  constructor(
    private readonly timeoutSeconds: number,
    private readonly onSpent: (reason: ComputeError) => void,
  ) {
    this.remainingMs = timeoutSeconds * 1000;
  }

  async wait<T>(promise: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const timer = setTimeout(() => this.onSpent(this.reason()), Math.max(0, this.remainingMs));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.remainingMs -= performance.now() - startedMs;
    }
  }

  private reason(): ComputeError {
    return new ComputeError('timeout', `Decoding the audio took longer than ${this.timeoutSeconds} seconds.`);
  }
}
