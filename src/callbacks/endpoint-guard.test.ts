/** What the operator's exception for one endpoint opens, and what it leaves closed. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPort, parseAllowList } from './addresses.js';
import { createEndpointGuard } from './endpoint-guard.js';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Rules {
  readonly allow?: string;
  readonly own?: string;
  readonly allowHttp?: boolean;
}
/** Whether the endpoint at `url`, whose name leads to `addresses`, is connected to. */
async function isReached(url: string, addresses: string[], rules: Rules): Promise<boolean> {
  const guard = createEndpointGuard(url, {
    allow: parseAllowList(rules.allow ?? ''),
    own: parseAllowList(rules.own ?? '', everyPort),
    allowHttp: rules.allowHttp ?? false,
    resolve: async () => addresses,
  });
  try {
    const { socket } = await guard.connect(guard.checkUrl(url), new AbortController().signal);
    socket.destroy();
    return true;
  } catch (error) {
    // Connected, and then refused by a server that speaks no TLS.
    return (error as { failure?: string }).failure === 'tls_error';
  }
}
const named = (scheme: string): string => `${scheme}://transcribe.example:${port}/v1`;

it('plain http is closed without an exception or the operator’s word', async () => {
  expect(await isReached(named('http'), ['127.0.0.1'], { allow: '127.0.0.0/8:*' })).toBe(false);
  expect(await isReached(named('http'), ['127.0.0.1'], { allow: '127.0.0.0/8:*', allowHttp: true })).toBe(
    true,
  );
});

it('a URL that no exception opens is refused before its name is looked up', () => {
  const guardOf = (own: string): ReturnType<typeof createEndpointGuard> =>
    createEndpointGuard(named('http'), { allow: [], own: parseAllowList(own, everyPort), allowHttp: false });
  expect(() => guardOf('').checkUrl(named('http'))).toThrow();
  expect(guardOf('127.0.0.0/8').checkUrl(named('http')).hostname).toBe('transcribe.example');
});

it('the exception opens plain http to its own networks, and to no other that the name may lead to', async () => {
  expect(await isReached(named('http'), ['127.0.0.1'], { own: '127.0.0.0/8' })).toBe(true);
  const elsewhere = { allow: '127.0.0.0/8:*', own: '10.0.0.0/8' };
  expect(await isReached(named('http'), ['127.0.0.1'], elsewhere)).toBe(false);
  expect(await isReached(named('http'), ['127.0.0.1', '93.184.215.14'], { own: '127.0.0.0/8' })).toBe(false);
});

it('https reaches what callbacks may reach, whatever the exception names', async () => {
  const rules = { allow: '127.0.0.0/8:*', own: '10.0.0.0/8' };
  server.once('connection', (socket) => socket.end('no TLS here'));
  expect(await isReached(named('https'), ['127.0.0.1'], rules)).toBe(true);
  expect(await isReached(named('https'), ['192.168.0.1'], rules)).toBe(false);
});
