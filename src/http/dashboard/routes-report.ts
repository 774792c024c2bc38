/** The comparison of two songs as one HTML page to keep or send on. */
import type { FastifyInstance } from 'fastify';
import { reportHeaders } from '../report-headers.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound } from './problem.js';
import { userOf } from './session-guard.js';

export function reportRoutes(app: FastifyInstance, { tasks, comparisons }: DashboardDependencies): void {
  app.get<{ Params: { id: string } }>('/tasks/:id/report.html', async (request, reply) => {
    const task = await tasks.get(userOf(request).accountId, request.params.id);
    if (task?.operation !== 'compare' || task.status !== 'success') throw notFound('comparison');
    const page = await comparisons.report(task);
    if (page === null) {
      throw new DashboardProblem(409, 'no_report', 'A song of this comparison was deleted.');
    }
    return reply.headers(reportHeaders(task.id)).send(page);
  });
}
