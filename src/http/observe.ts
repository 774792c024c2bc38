/** One log line and one observation a request. Neither holds a key, a secret, a query or a body. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

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
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route };
    requests.inc({ ...labels, status: String(reply.statusCode) });
    duration.observe(labels, reply.elapsedTime / 1000);
    const quiet = route === '/livez' || route === '/readyz' || route === '/metrics';
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
