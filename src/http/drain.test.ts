import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeConnectionsWhile, createDrain } from './drain.js';

it('a request that came before the drain, and is answered within it, ends its connection', async () => {
  const drain = createDrain();
  const server = fastify();
  closeConnectionsWhile(drain, server);
  server.get('/', async () => {
    await drain.run(0);
    return 'answered';
  });
  server.get('/before', async () => 'answered');
  expect((await server.inject('/before')).headers.connection).toBe('keep-alive');
  expect((await server.inject('/')).headers.connection).toBe('close');
  await server.close();
});
