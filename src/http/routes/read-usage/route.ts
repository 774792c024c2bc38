import { z } from 'zod';
import { operationNames } from '../../../domain/operations.js';
import { isoTime, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';
import { fieldProblem } from '../../validation.js';

const thirtyDaysMs = 30 * 24 * 3600 * 1000;

/** Not before 1970: the database's calendar has no year 0. */
const moment = isoTime.refine((text) => Date.parse(text) >= 0, 'Must not be before 1970');

/** Now, whatever the range is. */
const quota = z.strictObject({ used: z.int(), limit: z.int() });

export const readUsage: Route = (server, { usage }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/usage',
    schema: {
      operationId: 'readUsage',
      tags: ['account'],
      summary: 'What was called, by key, operation and model',
      description: 'Metered, not billed. A task that failed or was cancelled costs nothing.',
      querystring: z.strictObject({
        from: moment.optional().describe('30 days before `to` where absent'),
        to: moment.optional().describe('Now where absent; not included'),
      }),
      response: {
        200: z
          .strictObject({
            from: isoTime,
            to: isoTime,
            total_calls: z.int(),
            total_usd: z.number(),
            storage: quota.describe('Bytes of the files that the account keeps'),
            queue: quota.describe('Tasks that wait for a worker'),
            usage: z.array(
              z.strictObject({
                key_id: z.string().nullable().describe('Null for tasks started in the dashboard'),
                operation: z.enum(operationNames).meta({ id: 'OperationName' }),
                model: z.string(),
                calls: z.int(),
                usd: z.number(),
              }),
            ),
          })
          .meta({ id: 'Usage' }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const to = query.to ? new Date(query.to) : new Date();
      const from = query.from ? new Date(query.from) : new Date(to.getTime() - thirtyDaysMs);
      if (from > to)
        throw fieldProblem([{ pointer: '#/from', detail: 'Must not be after `to`.', in: 'query' }]);
      const rows = await usage.byKeyAndOperation(request.caller.account.id, from, to);
      const quotas = await usage.quotas(request.caller.account.id);
      return reply.send({
        storage: { used: quotas.storedBytes, limit: quotas.storedBytesLimit },
        queue: { used: quotas.queuedTasks, limit: quotas.queuedTasksLimit },
        from: from.toISOString(),
        to: to.toISOString(),
        total_calls: rows.reduce((sum, row) => sum + row.calls, 0),
        total_usd: cents(rows.reduce((sum, row) => sum + row.priceUsd, 0)),
        usage: rows.map((row) => ({
          key_id: row.keyId,
          operation: row.operation,
          model: row.model,
          calls: row.calls,
          usd: cents(row.priceUsd),
        })),
      });
    },
  });
};

/** Sums of binary fractions, back to what a person expects to read. */
function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}
