import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from './addresses.js';
import { createEgressGuard } from './egress-guard.js';
import type { PostAnswer } from './ports.js';
import { answerSnippet, createPost, retryAfterSeconds } from './send.js';

const send = createPost(createEgressGuard({ allow: parseAllowList('127.0.0.0/8:*'), allowHttp: true }));
const open: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

async function listen<S extends Server | TcpServer>(server: S): Promise<string> {
  open.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
}
const http = (listener: RequestListener): Promise<string> => listen(createServer(listener));

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open.splice(0)) server.close();
});

function post(url: string, timeoutMs = 5000, body = '{"task_id":"task_1"}'): Promise<PostAnswer> {
  return send({ url, headers: { 'x-svc-timestamp': '1' }, body, timeoutMs, maxAnswerBytes: 65_536 });
}

describe('a POST', () => {
  it('arrives with its path, headers and the body byte for byte, on a connection of its own', async () => {
    const seen: unknown[] = [];
    const url = await http(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: path, headers, socket } = request;
      const { 'content-type': type, connection, 'x-svc-timestamp': timestamp } = headers;
      seen.push({
        method,
        path,
        type,
        connection,
        timestamp,
        body: Buffer.concat(chunks).toString(),
        port: socket.remotePort,
      });
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
    const body = '{"task_id":"task_1","lyrics":"사랑 \u{1f3b5}"}';
    const first = await post(url, 5000, body);
    await post(url, 5000, body);
    expect(first).toMatchObject({
      status: 200,
      failure: null,
      text: '{"ok":true}',
      cut: 'no',
      retryAfterSeconds: null,
      // The loopback address is open to it by the allow list alone.
      isInternal: true,
    });
    expect(first.contentType).toBe('application/json');
    const expected = {
      method: 'POST',
      path: '/hook?x=1',
      type: 'application/json',
      connection: 'close',
      timestamp: '1',
      body,
    };
    expect(seen).toMatchObject([expected, expected]);
    const ports = new Set(seen.map((item) => (item as { port: number }).port));
    expect(ports.size).toBe(2);
  });

  it.each([
    [204, null],
    [299, null],
    [300, 'redirect'],
    [301, 'redirect'],
    [308, 'redirect'],
    [400, 'bad_status'],
    [410, 'bad_status'],
    [500, 'bad_status'],
  ])('answered %i is judged %s', async (status, failure) => {
    const url = await http((_request, response) => response.writeHead(status).end());
    expect(await post(url)).toMatchObject({ status, failure });
  });

  it('is recorded with the time that it took, answered or not', async () => {
    const url = await http((_request, response) => response.end());
    for (const target of [url, 'http://127.0.0.1:1/']) {
      const before = performance.now();
      const { durationMs } = await post(target);
      expect(durationMs).toBeGreaterThan(0);
      expect(durationMs).toBeLessThanOrEqual(performance.now() - before);
    }
  });

  it('follows no redirect', async () => {
    let followed = 0;
    const target = await http((_request, response) => {
      followed += 1;
      response.end();
    });
    const url = await http((_request, response) => response.writeHead(307, { location: target }).end());
    expect(await post(url)).toMatchObject({ status: 307, failure: 'redirect' });
    expect(followed).toBe(0);
  });

  it('reports Retry-After', async () => {
    const url = await http((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await post(url)).toMatchObject({ status: 429, retryAfterSeconds: 120 });
  });
});

describe('a hostile receiver', () => {
  it('that never answers is left at the timeout', async () => {
    expect(await post(await http(() => {}), 150)).toMatchObject({ status: null, failure: 'timeout' });
  });

  it('that accepts and never reads is left at the timeout', async () => {
    const url = await listen(createTcpServer((socket) => socket.pause()));
    expect(await post(url, 150, 'x'.repeat(20_000_000))).toMatchObject({ status: null, failure: 'timeout' });
  });

  it('that drips its headers byte by byte is left at the timeout', async () => {
    const url = await listen(
      createTcpServer((socket) => {
        const text = `HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(1000)}`;
        let at = 0;
        const timer = setInterval(() => socket.write(text[at++] ?? 'a'), 10);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(await post(url, 200)).toMatchObject({ status: null, failure: 'timeout' });
  });

  it('that drips its body has still answered, and is left at the timeout', async () => {
    const url = await http((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    });
    // Long enough for a busy machine to get to the body.
    const answer = await post(url, 2000);
    expect(answer).toMatchObject({ status: 200, failure: null, cut: 'timeout' });
    expect(answer.text).toMatch(/^\.+$/);
  });

  it('that sends without end is cut at 64 KiB', async () => {
    let sent = 0;
    const url = await http((_request, response) => {
      const block = Buffer.alloc(65_536, 'a');
      const more = (): void => {
        while (!response.destroyed && response.write(block)) sent += block.length;
      };
      response.on('drain', more);
      more();
    });
    const answer = await post(url);
    expect(answer).toMatchObject({ status: 200, failure: null, cut: 'too_large' });
    expect(answer.text).toHaveLength(65_536);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('that hangs up is a failed connection', async () => {
    const url = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await post(url)).toMatchObject({ status: null, failure: 'connection_failed' });
  });

  it('that hangs up in the middle of its answer has still answered', async () => {
    const url = await http((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await post(url)).toMatchObject({ status: 200, failure: null, cut: 'broken', text: 'half' });
  });

  it.each([
    ['nonsense', 'no protocol at all\r\n\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(50_000)}\r\n`],
  ])('that answers %s is a protocol error', async (_name, text) => {
    const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(text))));
    expect(await post(url)).toMatchObject({ status: null, failure: 'protocol_error' });
  });

  it('that is not there is a failed connection', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await post(url)).toMatchObject({ status: null, failure: 'connection_failed' });
  });

  it('leaves no socket behind', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    await post(await http(() => {}), 50);
    for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    await new Promise(setImmediate);
    const after = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    expect(after).toBeLessThanOrEqual(before);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['0', 0],
    ['17', 17],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
    ['', null],
  ])('%s is %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});

it('a snippet keeps whole characters and holds nothing that a database refuses', () => {
  expect(answerSnippet('a\u0000b')).toBe('a\ufffdb');
  expect(answerSnippet(`a${'\u{1f3b5}'.repeat(600)}`)).toBe(`a${'\u{1f3b5}'.repeat(499)}`);
  expect(answerSnippet('short')).toBe('short');
});
