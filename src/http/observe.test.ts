import Fastify, { LogController } from 'fastify';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { observeRequests } from './observe.js';

it('the dashboard’s files are one series and log nothing unless they fail; its calls are each their own', async () => {
  const lines: Array<{ level: number; route?: string; status?: number }> = [];
  const server = Fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const registry = new Registry();
  server.decorateRequest('caller');
  observeRequests(server as never, registry);
  server.get('/dashboard/assets/index-Dr.js', async () => 'text');
  server.get('/dashboard/assets/gone.js', async (_request, reply) => reply.code(404).send());
  server.get('/dashboard/api/me', async () => ({}));
  for (const path of ['assets/index-Dr.js', 'assets/gone.js', 'api/me'])
    await server.inject(`/dashboard/${path}`);
  const metrics = await registry.metrics();
  expect(metrics).toContain('{method="GET",route="/dashboard/*",status="200"} 1');
  expect(metrics).toContain('{method="GET",route="/dashboard/*",status="404"} 1');
  expect(metrics).toContain('route="/dashboard/api/me"');
  expect(metrics).not.toContain('index-Dr');
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/dashboard/*', 404],
    ['/dashboard/api/me', 200],
  ]);
  await server.close();
});
