import { describe, expect, it } from 'vitest';
import { afterAttempt } from './retry-schedule.js';

const failed = { status: 500, failure: 'bad_status' as const, retryAfterSeconds: null };

function waitSeconds(number: number, random: number, retryAfterSeconds: number | null = null): number {
  const { next } = afterAttempt({ ...failed, retryAfterSeconds }, number, random);
  if (next.state !== 'pending') throw new Error(`state ${next.state}`);
  return next.waitSeconds;
}

describe('the retry schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h and then has failed', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((number) => waitSeconds(number, 0));
    expect(waits).toStrictEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
    expect(afterAttempt(failed, 8, 0).next).toStrictEqual({ state: 'failed' });
  });

  it('spreads each wait by up to a fifth and never shortens one', () => {
    expect(waitSeconds(2, 0.5)).toBeCloseTo(330);
    expect(waitSeconds(2, 1)).toBeCloseTo(360);
  });

  it('honours Retry-After where it asks for longer, up to a day', () => {
    expect(waitSeconds(1, 0, 60)).toBe(60);
    expect(waitSeconds(3, 0, 1)).toBe(1800);
    expect(waitSeconds(1, 0, 10 ** 9)).toBe(86_400);
  });

  it('ends with any status from 200 to 299, even on the last attempt', () => {
    const verdict = afterAttempt({ status: 204, failure: null, retryAfterSeconds: 9 }, 8, 0);
    expect(verdict).toStrictEqual({ next: { state: 'delivered' }, endpoint: 'working' });
  });

  it('disables the endpoint at 410 and keeps the message', () => {
    expect(afterAttempt({ ...failed, status: 410 }, 1, 0)).toStrictEqual({
      next: { state: 'held' },
      endpoint: 'gone',
    });
  });

  it('tries again where no answer came at all', () => {
    const { next, endpoint } = afterAttempt(
      { status: null, failure: 'timeout', retryAfterSeconds: null },
      1,
      0,
    );
    expect([next.state, endpoint]).toStrictEqual(['pending', 'failing']);
  });
});
