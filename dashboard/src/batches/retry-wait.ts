/** What a batch waits for instead of giving up: room in the queue, and a service that comes back. */

export interface Refusal {
  /** HTTP's; 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;
}

export interface RetryWait {
  readonly seconds: number;
  /** The queue of the account is full; otherwise the service is not reached. */
  readonly isFull: boolean;
}

const fullSeconds = 5;
const unreachableSeconds = 3;
/** A longer wait that is asked for is cut to this: the page shows nothing meanwhile. */
const longestSeconds = 60;
/** In a row: a service that restarts is back before. */
const maxUnreachable = 20;

/** No answer, or that of a service or a proxy before it that cannot take the file just now. */
const unreachable: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Says of each refusal in turn how long to wait before the next attempt; null: it is of no use to try again. */
export function retryWaits(): (refusal: Refusal) => RetryWait | null {
  let missed = 0;
  return ({ status, code, retryAfterSeconds }) => {
    if (code === 'queue_full' || code === 'too_many_uploads') {
      // The service answered: what was missed before counts no more.
      missed = 0;
      return { seconds: fullSeconds, isFull: true };
    }
    if (!unreachable.has(status) || ++missed > maxUnreachable) return null;
    return { seconds: Math.min(retryAfterSeconds ?? unreachableSeconds, longestSeconds), isFull: false };
  };
}
