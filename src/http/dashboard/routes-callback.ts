/** The callback URL: save and verify, the signing secret, and a test. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { unsavableUrlRules } from '../../accounts/ports.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, parse } from './problem.js';
import { requireOwner, userOf } from './session-guard.js';

const urlBody = z.object({ url: z.string().trim().min(1, 'Enter a URL').max(2000) });

export function callbackRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { callbacks } = dependencies;

  async function view(accountId: string): Promise<object> {
    const settings = await callbacks.get(accountId);
    return {
      url: settings?.url ?? null,
      verified_at: settings?.verifiedAt ?? null,
      disabled_at: settings?.disabledAt ?? null,
      disabled_reason: settings?.disabledReason ?? null,
      // Whether a replaced secret still signs; the secrets themselves only on request.
      old_secret_signs_until: settings?.secrets[1]?.expiresAt ?? null,
    };
  }

  app.get('/callback', async (request) => view(userOf(request).accountId));

  app.put('/callback', async (request) => {
    const { accountId } = requireOwner(request);
    const { url } = parse(urlBody, request.body);
    const verdict = await dependencies.verifyCallbackUrl(accountId, url);
    if (verdict.verified) {
      await callbacks.setVerified(accountId, url);
    } else if (!unsavableUrlRules.has(verdict.rule)) {
      await callbacks.setUnverified(accountId, url);
    }
    return { ...(await view(accountId)), verdict };
  });

  app.delete('/callback', async (request) => {
    const { accountId } = requireOwner(request);
    await callbacks.clear(accountId);
    return view(accountId);
  });

  app.post('/callback/secret/reveal', async (request) => {
    const { accountId } = requireOwner(request);
    const settings = await callbacks.get(accountId);
    return {
      secrets: (settings?.secrets ?? []).map(({ secret, expiresAt }) => ({ secret, expires_at: expiresAt })),
    };
  });

  app.post('/callback/secret/rotate', async (request) => {
    const { accountId } = requireOwner(request);
    const secret = await callbacks.rotateSecret(accountId);
    return { secret };
  });

  app.post('/callback/test', async (request, reply) => {
    const { accountId } = userOf(request);
    const settings = await callbacks.get(accountId);
    if (settings?.verifiedAt == null || settings.disabledAt !== null) {
      throw new DashboardProblem(409, 'callback_not_verified', 'Save and verify a callback URL first.');
    }
    return reply.code(202).send({ message_id: await dependencies.deliveries.queueTest(accountId) });
  });
}
