import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCommandsPlugin } from './plugin.js';

const token = 'a'.repeat(43);

describe('the local door', () => {
  let server: FastifyInstance;
  const calls: unknown[] = [];

  beforeAll(async () => {
    server = fastify();
    await server.register(localCommandsPlugin, {
      token,
      async run(command, given) {
        calls.push(given);
        if (command === 'echo') return { answer: given };
        if (command === 'fail') return { fault: { code: 'unknown_key', message: 'There is no such key.' } };
        return null;
      },
    });
  });
  afterAll(() => server.close());

  const post = (name: string, authorization: string | undefined, body: object) =>
    server.inject({
      method: 'POST',
      url: `/internal/v1/commands/${name}`,
      headers: authorization === undefined ? {} : { authorization },
      payload: body,
    });

  it('runs a command for whoever has the token', async () => {
    const answer = await post('echo', `Bearer ${token}`, { arguments: { a: 1 } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ answer: { a: 1 } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([undefined, '', 'Bearer ', `Bearer ${token}x`, `bearer ${token}`, token])(
    'answers 401 and runs nothing for the authorization %s',
    async (authorization) => {
      const before = calls.length;
      expect((await post('echo', authorization, {})).statusCode).toBe(401);
      expect(calls.length).toBe(before);
    },
  );

  it('tells an unknown command from a command that was refused', async () => {
    expect((await post('nothing', `Bearer ${token}`, {})).statusCode).toBe(404);
    const refused = await post('fail', `Bearer ${token}`, {});
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'unknown_key', detail: 'There is no such key.' });
  });

  it('does not start with a token that could be guessed', async () => {
    const weak = fastify();
    await expect(
      weak.register(localCommandsPlugin, { token: 'short', run: async () => null }),
    ).rejects.toThrow('32 characters');
    await weak.close();
  });
});
