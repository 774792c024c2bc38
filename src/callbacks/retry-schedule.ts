/** What follows an attempt: pure decisions about time. */
import type { EndpointVerdict, NextState, PostAnswer } from './ports.js';

/** The waits after the first, second … attempt. After the last of them a message has failed and waits for a replay. */
const retryDelaysSeconds: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** An endpoint that did nothing but fail for so long is disabled. */
export const disableAfterFailingSeconds = 5 * 24 * 3600;
/** Retry-After can lengthen a wait up to this, and never shorten one. */
const longestRetryAfterSeconds = 24 * 3600;
/** A wait is stretched by up to this share, so that what failed together does not come back together. */
const jitterShare = 0.2;

export interface Verdict {
  readonly next: NextState;
  readonly endpoint: EndpointVerdict;
}

/**
 * Judges one attempt. `number` is 1 for the first; `random` is in 0 … 1 and spreads the waits.
 * 410 holds the message and disables the endpoint: a URL that is verified anew receives what was held.
 */
export function afterAttempt(
  answer: Pick<PostAnswer, 'status' | 'failure' | 'retryAfterSeconds'>,
  number: number,
  random: number,
): Verdict {
  if (answer.failure === null) return { next: { state: 'delivered' }, endpoint: 'working' };
  if (answer.status === 410) return { next: { state: 'held' }, endpoint: 'gone' };
  const delay = retryDelaysSeconds[number - 1];
  if (delay === undefined) return { next: { state: 'failed' }, endpoint: 'failing' };
  const asked = Math.min(answer.retryAfterSeconds ?? 0, longestRetryAfterSeconds);
  const waitSeconds = Math.max(delay, asked) * (1 + jitterShare * random);
  return { next: { state: 'pending', waitSeconds }, endpoint: 'failing' };
}
