import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiKey } from '../../accounts/ports.js';
import { line } from '../schemas/common.js';
import type { DashboardDependencies } from './dependencies.js';
import { notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const createBody = z.object({
  name: line(100).default(''),
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date > new Date(), 'Choose a time in the future')
    .nullish(),
});

export function keyRoutes(app: FastifyInstance, { keys }: DashboardDependencies): void {
  app.get('/keys', async (request) => ({ keys: (await keys.list(userOf(request).accountId)).map(keyView) }));

  app.post('/keys', async (request, reply) => {
    const body = parse(createBody, request.body);
    const user = userOf(request);
    const created = await keys.create(user.accountId, {
      createdBy: user.id,
      name: body.name,
      expiresAt: body.expires_at ?? null,
    });
    return reply.code(201).send({ id: created.keyId, api_key: created.apiKey });
  });

  app.delete<{ Params: { id: string } }>('/keys/:id', async (request, reply) => {
    if (!(await keys.revoke(userOf(request).accountId, request.params.id))) throw notFound('key');
    return reply.code(204).send();
  });
}

/** An e-mail address, or what is known where there is none. */
function makerOf({ createdBy }: ApiKey): string | null {
  return createdBy === null ? null : (createdBy.email ?? 'a former member');
}

function keyView(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    created_by: makerOf(key),
  };
}
