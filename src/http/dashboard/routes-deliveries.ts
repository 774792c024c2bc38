/** Deliveries of callbacks: what was sent, every attempt, and sending it again. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DashboardDependencies } from './dependencies.js';
import type { Delivery, DeliveryAttempt } from './ports.js';
import { notFound, parse } from './problem.js';
import { userOf } from './session-guard.js';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  status: z.enum(['pending', 'held', 'delivered', 'failed']).optional(),
  task_id: z.string().max(100).optional(),
  before: z.coerce.number().int().positive().optional(),
});
const resendBody = z.union([
  z.object({ ids: z.array(z.string().max(100)).min(1).max(100) }),
  z
    .object({
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
      also_delivered: z.boolean().default(false),
    })
    .refine(({ from, to }) => new Date(from) <= new Date(to), {
      path: ['to'],
      message: 'the end lies before the start',
    }),
]);

export function deliveryRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { deliveries, headerPrefix } = dependencies;

  app.get('/deliveries', async (request) => {
    const { task_id: taskId, ...filter } = parse(listQuery, request.query);
    const found = await deliveries.list(userOf(request).accountId, { ...filter, ...(taskId && { taskId }) });
    return {
      deliveries: found.map(deliveryView),
      next_before: found.length === filter.limit ? (found.at(-1)?.sequence ?? null) : null,
    };
  });

  app.get<{ Params: { id: string } }>('/deliveries/:id/attempts', async (request) => {
    const attempts = await deliveries.attempts(userOf(request).accountId, request.params.id);
    return { attempts: attempts.map((attempt) => attemptView(attempt, request.params.id, headerPrefix)) };
  });

  app.post('/deliveries/resend', async (request) => {
    const body = parse(resendBody, request.body);
    const selection =
      'ids' in body
        ? body
        : { from: new Date(body.from), to: new Date(body.to), alsoDelivered: body.also_delivered };
    const resent = await deliveries.resend(userOf(request).accountId, selection);
    if ('ids' in body && resent === 0) throw notFound('delivery');
    return { resent };
  });
}

function deliveryView(delivery: Delivery): object {
  return {
    id: delivery.id,
    sequence: delivery.sequence,
    task_id: delivery.taskId,
    kind: delivery.kind,
    body: delivery.body,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    delivered_at: delivery.deliveredAt,
    operation: delivery.operation,
    model: delivery.model,
    subject: delivery.subject,
    other_subject: delivery.otherSubject,
  };
}

function attemptView(attempt: DeliveryAttempt, messageId: string, headerPrefix: string): object {
  return {
    url: attempt.url,
    request_headers: requestHeaders(attempt, messageId, headerPrefix),
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    outcome: attempt.outcome,
    response_snippet: attempt.responseSnippet,
  };
}

/** As the deliverer makes them. Signatures are made with the secrets of that moment and kept nowhere: null. */
function requestHeaders(attempt: DeliveryAttempt, messageId: string, headerPrefix: string): object {
  const timestamp = String(Math.floor(attempt.startedAt.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': null,
    [`${headerPrefix}-timestamp`]: timestamp,
    [`${headerPrefix}-signature`]: null,
  };
}
