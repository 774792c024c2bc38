import type { Route } from '../../types.js';

/** `/metrics`, in Prometheus's text format. It names no account. */
export const reportMetrics: Route = (server, { metrics }) => {
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics()),
  );
};
