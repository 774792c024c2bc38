/**
 * A customer's endpoint that answers the challenge as it should and then meets the first callback with one of the
 * known bad manners. Later callbacks are taken in order, so that it shows whether the first one comes again.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Received, TestReceiver } from '../support/receiver.js';

export const badManners = [
  'slow',
  'hanging',
  'dripping',
  'answers 500',
  'answers 410',
  'answers 429',
  'redirects',
  'sends without end',
  'never reads',
] as const;
export type BadManner = (typeof badManners)[number];

export interface BadReceiver extends TestReceiver {
  /** From here on, the next callback is met with the bad manner. */
  misbehave(): void;
  /** Bytes that it could send before the service hung up. */
  readonly sentBytes: number;
}

type Manner = (response: ServerResponse, note: (bytes: number) => void) => void;

const manners: Record<Exclude<BadManner, 'never reads'>, Manner> = {
  slow: (response) => void sleep(6000).then(() => response.writeHead(200).end('{}')),
  hanging: () => {},
  dripping: (response) => {
    const { socket } = response;
    const timer = setInterval(() => socket?.write('H'), 1000);
    socket?.on('close', () => clearInterval(timer)).on('error', () => {});
  },
  'answers 500': (response) => response.writeHead(500).end(),
  'answers 410': (response) => response.writeHead(410).end(),
  'answers 429': (response) => response.writeHead(429, { 'retry-after': '7' }).end(),
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'sends without end': (response, note) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pump = (): void => {
      while (!response.destroyed && response.write(chunk)) note(chunk.length);
      if (!response.destroyed) response.once('drain', pump);
    };
    response.on('error', () => {});
    pump();
  },
};

export async function startBadReceiver(manner: BadManner): Promise<BadReceiver> {
  const received: Received[] = [];
  let bad = false;
  let sentBytes = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = JSON.parse(text) as Record<string, unknown>;
    if (body.type === 'url_verification') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ challenge: body.challenge }));
      return;
    }
    received.push({ headers: request.headers, text, body, at: Date.now() });
    if (!bad || manner === 'never reads') {
      response.writeHead(200).end('{}');
      return;
    }
    bad = false;
    manners[manner](response, (bytes) => (sentBytes += bytes));
  }

  const http = createServer((request, response) => void answer(request, response).catch(() => {}));
  const open = new Set<Socket>();
  const tcp = createTcpServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    if (bad && manner === 'never reads') {
      bad = false;
      return;
    }
    http.emit('connection', socket);
    socket.resume();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/hook`,
    received,
    misbehave: () => (bad = true),
    get sentBytes() {
      return sentBytes;
    },
    answerWith() {
      throw new Error('this receiver has one manner');
    },
    async final(taskId, timeoutMs = 150_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = received.find(({ body }) => body.task_id === taskId && body.status !== 'processing');
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`no final callback of ${taskId} came`);
        await sleep(50);
      }
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
}
