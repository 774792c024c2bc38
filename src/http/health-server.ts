/** The server of a process that only works: whether it lives, whether it can work, and its metrics. */
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { notFoundHandler, RouteTable } from './not-found.js';
import { observeRequests } from './observe.js';
import type { HttpDependencies } from './ports.js';
import { problemHandler } from './problem-handler.js';
import { requestId } from './request-id.js';
import { reportHealth } from './routes/report-health/route.js';
import { reportMetrics } from './routes/report-metrics/route.js';
import { apiServer, plainServer, setByHook } from './types.js';

/** Serves `/livez`, `/readyz` and `/metrics`; ready to `listen`, not listening yet. */
export async function createHealthServer(
  dependencies: Pick<HttpDependencies, 'health' | 'metrics' | 'logger'>,
): Promise<FastifyInstance> {
  const server = apiServer(
    fastify({
      loggerInstance: dependencies.logger as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
      genReqId: (request) => requestId(request.headers),
      bodyLimit: 1000,
      connectionTimeout: 10_000,
      forceCloseConnections: 'idle',
    }).withTypeProvider<ZodTypeProvider>(),
  );
  const table = new RouteTable();
  server.addHook('onRoute', (route) => table.add(route));
  server.decorateRequest('caller', setByHook);
  server.setErrorHandler(problemHandler);
  server.setNotFoundHandler(notFoundHandler(table));
  observeRequests(plainServer(server), dependencies.metrics);
  reportHealth(server, dependencies);
  reportMetrics(server, dependencies);
  await server.ready();
  return plainServer(server);
}
