import type { HttpDependencies } from '../../ports.js';
import type { ApiServer } from '../../types.js';

/** `/livez`: the process answers. `/readyz`: it can do its work. */
export function reportHealth(server: ApiServer, { health }: Pick<HttpDependencies, 'health'>): void {
  server.get('/livez', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  server.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { ready, checks } = await health();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks });
  });
}
