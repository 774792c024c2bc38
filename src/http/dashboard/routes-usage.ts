/** Calls and their prices by day, and how much of its quotas the account uses. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { operations } from '../../domain/operations.js';
import type { DashboardDependencies } from './dependencies.js';
import { parse } from './problem.js';
import { userOf } from './session-guard.js';

const usageQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

export function usageRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { usage, accounts } = dependencies;

  async function quotasOf(accountId: string): Promise<Record<string, number>> {
    const quotas = await usage.quotas(accountId);
    return {
      stored_bytes: quotas.storedBytes,
      stored_bytes_limit: quotas.storedBytesLimit,
      queued_tasks: quotas.queuedTasks,
      queued_tasks_limit: quotas.queuedTasksLimit,
    };
  }

  app.get('/usage', async (request) => {
    const { accountId } = userOf(request);
    const { days } = parse(usageQuery, request.query);
    const since = new Date(Date.now() - (days - 1) * 86_400_000);
    since.setUTCHours(0, 0, 0, 0);
    const account = await accounts.get(accountId);
    const plan = account?.plan ?? 'free';
    return {
      since,
      plan,
      calls_per_minute: dependencies.settings.requestsPerMinuteByPlan[plan],
      quotas: await quotasOf(accountId),
      rows: (await usage.byDay(accountId, since)).map((row) => ({
        day: row.day,
        operation: row.operation,
        model: row.model,
        calls: row.calls,
        price_usd: row.priceUsd,
      })),
      prices: Object.entries(operations).flatMap(([operation, facts]) =>
        Object.entries(facts.priceUsdByModel).map(([model, price]) => ({
          operation,
          model,
          price_usd: price,
        })),
      ),
    };
  });
}
