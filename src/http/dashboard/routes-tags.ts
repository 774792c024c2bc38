/** Tags of recordings: add, remove, list. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

/** A comma would be two tags to whoever types them. */
const tag = z
  .string()
  .trim()
  .min(1, 'Enter a tag')
  .max(50)
  .regex(/^[^,]*$/, 'A tag has no comma');
const addBody = z.object({ tag });
const removeQuery = z.object({ tag: z.string().max(50) });

type WithId = { Params: { id: string } };

export function tagRoutes(app: FastifyInstance, { tags }: DashboardDependencies): void {
  app.get('/tags', async (request) => ({ tags: await tags.list(userOf(request).accountId) }));

  app.post<WithId>('/music/:id/tags', async (request, reply) => {
    const body = parse(addBody, request.body);
    const outcome = await tags.add(userOf(request).accountId, request.params.id, body.tag);
    if (outcome === 'not-found') throw notFound('song');
    if (outcome === 'too-many') {
      throw new DashboardProblem(
        409,
        'too_many_tags',
        'A recording has up to 20 tags, and an account up to 500 different ones. Remove some first.',
      );
    }
    return reply.code(204).send();
  });

  app.delete<WithId>('/music/:id/tags', async (request, reply) => {
    const { tag: given } = parse(removeQuery, request.query);
    await tags.remove(userOf(request).accountId, request.params.id, given);
    return reply.code(204).send();
  });
}
