import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fastifyCallbacks, fetchHandler, type HandlerOptions, nodeHandler } from './handlers.js';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const body = '{"task_id":"task_1", "status":"success","lyrics":"사랑"}';
const challenge = '{"challenge":"c-1","type":"url_verification"}';
const close: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(close.splice(0).map((end) => end())));

function signed(text: string, key = secret): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const standard = createHmac('sha256', Buffer.from(key.slice(6), 'base64')).update(
    `msg_1.${timestamp}.${text}`,
  );
  return {
    'content-type': 'application/json',
    'x-svc-timestamp': timestamp,
    'x-svc-signature': createHmac('sha256', key).update(`${timestamp}:task_1`).digest('hex'),
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}

type Post = (text: string, headers: Record<string, string>) => Promise<Response>;

async function listening(server: Server): Promise<Post> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return (text, headers) =>
    fetch(`http://127.0.0.1:${port}/callbacks`, { method: 'POST', body: text, headers });
}

const servers: Record<string, (options: HandlerOptions) => Promise<Post>> = {
  'Request and Response': async (options) => {
    const handler = fetchHandler(options);
    return async (text, headers) => {
      try {
        return await handler(
          new Request('https://a.example/callbacks', { method: 'POST', body: text, headers }),
        );
      } catch {
        return new Response(null, { status: 500 });
      }
    };
  },
  'node:http': async (options) => {
    const handler = nodeHandler(options);
    return listening(createServer((request, response) => void handler(request, response)));
  },
  'a raw body parser before node:http': async (options) => {
    const handler = nodeHandler(options);
    return listening(
      createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        await handler(Object.assign(request, { body: Buffer.concat(chunks) }), response);
      }),
    );
  },
  Fastify: async (options) => {
    const fastify = Fastify();
    await fastify.register(fastifyCallbacks({ ...options, path: '/callbacks' }) as never);
    fastify.post('/other', async (request) => request.body);
    await fastify.ready();
    close.push(() => fastify.close());
    return async (text, headers) => {
      const answer = await fastify.inject({ method: 'POST', url: '/callbacks', payload: text, headers });
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type']) },
      });
    };
  },
};

describe.each(Object.keys(servers))('a callback endpoint on %s', (name) => {
  const serve = servers[name] as (options: HandlerOptions) => Promise<Post>;

  it('answers the challenge and hands on authentic callbacks, bytes unchanged', async () => {
    const received: unknown[] = [];
    const post = await serve({ secret, onCallback: (callback, id) => void received.push([id, callback]) });
    const answer = await post(challenge, signed(challenge));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toStrictEqual({ challenge: 'c-1' });
    expect((await post(body, signed(body))).status).toBe(200);
    expect(received).toStrictEqual([['msg_1', JSON.parse(body)]]);
  });

  it('refuses forged callbacks and challenges without handing them on', async () => {
    const received: unknown[] = [];
    const post = await serve({ secret, onCallback: (callback) => void received.push(callback) });
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    for (const [text, headers] of [
      [body, signed(body, other)],
      [body.replace('success', 'failure'), signed(body)],
      [challenge, signed(challenge, other)],
      ['', signed('')],
      ['{', signed('{')],
    ] as const) {
      expect((await post(text, { ...headers })).status).toBe(401);
    }
    expect(received).toStrictEqual([]);
  });

  it('answers with an error when the callback could not be handled, so that it is sent again', async () => {
    const post = await serve({ secret, onCallback: () => Promise.reject(new Error('no disk')) });
    expect((await post(body, signed(body))).status).toBe(500);
  });
});

it('the Fastify plugin leaves the JSON of other routes alone', async () => {
  const fastify = Fastify();
  await fastify.register(fastifyCallbacks({ path: '/callbacks', secret, onCallback: () => {} }) as never);
  fastify.post('/other', async (request) => request.body);
  const answer = await fastify.inject({ method: 'POST', url: '/other', payload: { a: 1 } });
  expect(answer.json()).toStrictEqual({ a: 1 });
  await fastify.close();
});

it('a parsed body is refused with what to do', async () => {
  const errors: unknown[] = [];
  const handler = nodeHandler({ secret, onCallback: () => {} });
  const request = {
    headers: signed(body),
    body: JSON.parse(body) as unknown,
    async *[Symbol.asyncIterator]() {},
  };
  await handler(request, { statusCode: 0, setHeader: () => {}, end: () => {} }, (error) =>
    errors.push(error),
  );
  expect(String(errors[0])).toMatch(/express\.raw\(\)/);
});
