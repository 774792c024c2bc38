/**
 * The one limiter of requests: a bucket an account, filled by its plan, whoever of the account asks and however many
 * keys it has; and a bucket a key, where the operator lets one key use only a share of it. The headers are those of the
 * IETF's draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10).
 */
import type { FastifyReply } from 'fastify';
import type { Account } from '../accounts/ports.js';
import { Problem } from '../domain/problems.js';
import type { RateLimitStore } from './ports.js';
import type { HttpSettings } from './settings.js';

const windowSeconds = 60;

export interface RateLimits {
  readonly rateLimits: RateLimitStore;
  readonly settings: Pick<HttpSettings, 'requestsPerMinuteByPlan' | 'keySharePercent'>;
}

/** Counts the request, sets the headers, throws the 429. `keyId` is null for people in the dashboard. */
export async function limitRate(
  { rateLimits, settings }: RateLimits,
  { account, keyId }: { account: Account; keyId: string | null },
  reply: FastifyReply,
): Promise<void> {
  const { plan } = account;
  const limit = settings.requestsPerMinuteByPlan[plan];
  const keyLimit = Math.max(1, Math.floor((limit * settings.keySharePercent) / 100));
  // Its key comes first: what a key is refused must not use up what the others have. A key that may use all of the
  // account's requests needs no bucket, because the account's is never less full.
  if (keyId !== null && keyLimit < limit) {
    const verdict = await rateLimits.take(`key:${keyId}`, keyLimit, windowSeconds);
    if (!verdict.allowed) {
      rateHeaders(reply, `${plan}-key`, keyLimit, verdict);
      throw limited(`One key may make ${keyLimit} of the account's ${limit} requests a minute.`, verdict);
    }
  }
  const verdict = await rateLimits.take(`account:${account.id}`, limit, windowSeconds);
  rateHeaders(reply, plan, limit, verdict);
  if (!verdict.allowed) throw limited(`The plan ${plan} allows ${limit} requests a minute.`, verdict);
}

type Verdict = Awaited<ReturnType<RateLimitStore['take']>>;

function rateHeaders(reply: FastifyReply, policy: string, limit: number, verdict: Verdict): void {
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  reply.header('ratelimit', `"${policy}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
}

function limited(rule: string, { retryAfterSeconds }: Verdict): Problem {
  return new Problem('rate_limited', `${rule} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/**
 * What people of an account change about it in the dashboard (keys, members, callback URL, deliveries). Apart from the
 * account's requests, so that a key that floods the API can still be revoked.
 */
const managementPerMinute = 60;

/** Counts a change that a person makes; throws the 429. */
export async function limitManagement(rateLimits: RateLimitStore, accountId: string): Promise<void> {
  const verdict = await rateLimits.take(`manage:${accountId}`, managementPerMinute, windowSeconds);
  if (!verdict.allowed) {
    throw limited(`An account may be changed ${managementPerMinute} times a minute.`, verdict);
  }
}

/** Counts a change that a member makes for themselves alone, from a bucket of their own; throws the 429. */
export async function limitOwn(rateLimits: RateLimitStore, userId: string): Promise<void> {
  const verdict = await rateLimits.take(`own:${userId}`, managementPerMinute, windowSeconds);
  if (!verdict.allowed) {
    throw limited(`You may change your settings ${managementPerMinute} times a minute.`, verdict);
  }
}
