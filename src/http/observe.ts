/** One log line and one observation a request. Neither holds a key, a secret, a query or a body. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** What is asked for all the time, or by the dozen, and shows an operator nothing while it works. */
const staticFiles = '/dashboard/*';
const quietRoutes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics', staticFiles]);

/** The dashboard's files have a route each, whose name changes with every build. */
function nameOf(route: string): string {
  return route.startsWith('/dashboard/') && !route.startsWith('/dashboard/api/') ? staticFiles : route;
}

export function observeRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'contrafact_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'contrafact_http_request_duration_seconds',
    help: 'Time from the request headers to the end of the answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  server.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: paths hold ids, and a metric a path would grow without end.
    const route = nameOf(request.routeOptions.url ?? 'unknown');
    const labels = { method: request.method, route };
    requests.inc({ ...labels, status: String(reply.statusCode) });
    duration.observe(labels, reply.elapsedTime / 1000);
    const quiet = quietRoutes.has(route) && reply.statusCode < 400;
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        account: request.caller?.account.id,
        key: request.caller?.keyId,
      },
      'request',
    );
  });
}
