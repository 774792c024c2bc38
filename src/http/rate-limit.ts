/**
 * One bucket a key, filled by the account's plan. The headers are those of the IETF's draft "RateLimit header
 * fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problems.js';
import type { HttpDependencies } from './ports.js';

const windowSeconds = 60;

/** Counts the request, sets the headers, throws the 429. Needs the caller. */
export async function limitRate(
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimits, settings }: Pick<HttpDependencies, 'rateLimits' | 'settings'>,
): Promise<void> {
  const { keyId, account } = request.caller;
  const limit = settings.requestsPerMinuteByPlan[account.plan];
  const verdict = await rateLimits.take(`key:${keyId}`, limit, windowSeconds);
  reply.header('ratelimit-policy', `"${account.plan}";q=${limit};w=${windowSeconds}`);
  reply.header('ratelimit', `"${account.plan}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  if (verdict.allowed) return;
  throw new Problem(
    'rate_limited',
    `The plan ${account.plan} allows ${limit} requests a minute. Try again in ${verdict.retryAfterSeconds} s.`,
    { headers: { 'retry-after': String(verdict.retryAfterSeconds) } },
  );
}
