/** The dashboard's changing requests before the one limiter; reading a page is not counted. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitManagement, limitOwn, limitRate } from '../rate-limit.js';
import type { DashboardDependencies } from './dependencies.js';
import { notFound } from './problem.js';
import { userOf } from './session-guard.js';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
type Dependencies = Pick<DashboardDependencies, 'accounts' | 'rateLimits' | 'settings'>;

const changes = (request: FastifyRequest): boolean => request.method !== 'GET' && request.method !== 'HEAD';

/** For work that the API offers as well: from the same bucket. */
export function limitWork(dependencies: Dependencies): Hook {
  return async (request, reply) => {
    if (!changes(request)) return;
    const account = await dependencies.accounts.get(userOf(request).accountId);
    if (!account) throw notFound('account');
    await limitRate(dependencies, { account, keyId: null }, reply);
  };
}

/** For keys, members, the callback URL and deliveries. */
export function limitChanges({ rateLimits }: Pick<Dependencies, 'rateLimits'>): Hook {
  return async (request) => {
    if (changes(request)) await limitManagement(rateLimits, userOf(request).accountId);
  };
}

/** For what members choose for themselves, viewers too: what one of them does uses up nothing of the account's. */
export function limitOwnChanges({ rateLimits }: Pick<Dependencies, 'rateLimits'>): Hook {
  return async (request) => {
    if (changes(request)) await limitOwn(rateLimits, userOf(request).id);
  };
}
