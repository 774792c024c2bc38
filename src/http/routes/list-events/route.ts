import { z } from 'zod';
import { isoTime, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';

export const listEvents: Route = (server, { events }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/events',
    schema: {
      operationId: 'listEvents',
      tags: ['callbacks'],
      summary: 'Read callbacks in order, to find those that were missed',
      description: 'Start with `after=0`, then go on with `next_after` until `events` is empty.',
      querystring: z.strictObject({
        after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      response: {
        200: z
          .strictObject({
            events: z.array(
              z.strictObject({
                sequence: z.int(),
                id: z.string().describe('The `webhook-id` of every delivery of it'),
                task_id: z.string(),
                kind: z.enum(['processing', 'final', 'test']),
                status: z.enum(['pending', 'held', 'delivered', 'failed']),
                attempts: z.int(),
                created_at: isoTime,
                delivered_at: isoTime.nullable(),
                body: z.record(z.string(), z.unknown()).describe('The body of the callback'),
              }),
            ),
            next_after: z.int(),
          })
          .meta({ id: 'Events' }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const { after, limit } = request.query;
      const rows = await events.after(request.caller.account.id, after, limit);
      return reply.send({
        events: rows.map((row) => ({
          sequence: row.sequence,
          id: row.id,
          task_id: row.taskId,
          kind: row.kind,
          status: row.status,
          attempts: row.attempts,
          created_at: row.createdAt.toISOString(),
          delivered_at: row.deliveredAt?.toISOString() ?? null,
          body: row.body,
        })),
        next_after: rows.at(-1)?.sequence ?? after,
      });
    },
  });
};
