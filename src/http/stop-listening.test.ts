import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { stopListening } from './stop-listening.js';

/** Posts to a port `count` times, each on a connection of its own, and says how many were answered. */
const poster = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
const post = () => new Promise((resolve) => {
  const sent = request({ port: workerData.port, host: '127.0.0.1', method: 'POST', agent: false }, (answer) => {
    answer.resume().on('end', () => resolve('answered'));
  });
  sent.on('error', (error) => resolve(error.code));
  sent.end('x'.repeat(1000));
  parentPort.postMessage('sent');
});
Promise.all(Array.from({ length: workerData.count }, post)).then((ends) => parentPort.postMessage(ends));
`;

/** Of 5 posts that come while this thread is busy, just before `close` is called. */
async function postsWhileBusy(server: Server, close: () => Promise<unknown>): Promise<unknown> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(poster, { eval: true, workerData: { port, count: 5 } });
  await once(worker, 'online');
  const ends = new Promise((resolve) => {
    worker.on('message', (message) => Array.isArray(message) && resolve(message));
  });
  const started = sleep(0).then(() => {
    // A busy moment, in which the system takes the connections and nobody else does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    return close();
  });
  await started;
  const all = await ends;
  await worker.terminate();
  return all;
}

describe('the end of listening', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  function answering(): Server {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('connection', 'close').end('taken'));
    });
    servers.push(server);
    return server;
  }

  it('answers what the system had accepted before the process looked', async () => {
    const server = answering();
    const ends = await postsWhileBusy(server, async () => (await stopListening(server)).ended);
    expect(ends).toEqual(Array(5).fill('answered'));
  });

  it('would lose it by closing at once: what the test counts is real', async () => {
    const server = answering();
    const ends = await postsWhileBusy(server, async () => server.close());
    expect(ends).toContain('ECONNRESET');
  });

  it('refuses connections once it is over, and settles when the last one has ended', async () => {
    const server = answering();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { ended } = await stopListening(server);
    await ended;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('ends also where connections never stop coming', async () => {
    const server = answering();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const flood = setInterval(() => server.emit('connection', null), 0);
    server.removeAllListeners('connection');
    const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5), 0);
    await (await stopListening(server)).ended;
    clearInterval(flood);
    clearInterval(busy);
    expect(server.listening).toBe(false);
  });
});
