import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCommandsServer } from './plugin.js';

describe('the entry point for commands of this machine', () => {
  let server: FastifyInstance;

  beforeAll(async () => {
    server = await createLocalCommandsServer({
      async run(command, given) {
        if (command === 'echo') return { answer: given };
        if (command === 'fail') return { fault: { code: 'unknown_key', message: 'There is no such key.' } };
        return null;
      },
    });
  });
  afterAll(() => server.close());

  const post = (name: string, body: object) =>
    server.inject({ method: 'POST', url: `/internal/v1/commands/${name}`, payload: body });

  it('runs a command and answers what it returned', async () => {
    const answer = await post('echo', { arguments: { a: 1 } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ answer: { a: 1 } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('distinguishes an unknown command from a command that was refused', async () => {
    expect((await post('nothing', {})).statusCode).toBe(404);
    const refused = await post('fail', {});
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'unknown_key', detail: 'There is no such key.' });
  });
});
