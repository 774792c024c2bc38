import type { HttpDependencies } from '../../ports.js';
import type { ApiServer } from '../../types.js';

/** `/metrics`, in Prometheus's text format. It names no account. */
export function reportMetrics(server: ApiServer, { metrics }: Pick<HttpDependencies, 'metrics'>): void {
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics()),
  );
}
