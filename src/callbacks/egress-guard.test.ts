import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowList } from './addresses.js';
import { createEgressGuard, EgressError, type EgressOptions } from './egress-guard.js';
import type { SendFailure } from './ports.js';
import { createPost } from './send.js';

const pem = (name: string): string =>
  readFileSync(new URL(`test-support/tls/${name}`, import.meta.url), 'utf8');

let connections = 0;
let trap: TcpServer;
let port = 0;

beforeAll(async () => {
  // One listener on every address of this machine, IPv4 and IPv6: whatever leaks is counted.
  trap = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  });
  // Of IPv4 alone where the system has no IPv6.
  await new Promise<void>((resolve) => trap.listen(0, resolve));
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => {
  trap.close();
});

function post(
  url: string,
  options: Partial<EgressOptions> = {},
): Promise<{ failure: SendFailure | null; status: number | null }> {
  const guard = createEgressGuard({ allow: [], allowHttp: true, ...options });
  const body = '{"task_id":"task_1"}';
  return createPost(guard)({ url, headers: {}, body, timeoutMs: 5000, maxAnswerBytes: 1024 });
}

const literals = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0x7F.0.0x0.0x1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '169.254.169.254',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '10.0.0.1',
  '100.100.100.200',
  '168.63.129.16',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ⓛocalhost',
];

describe('literal addresses that are not public', () => {
  it.each(literals)('%s is refused before any connection', async (host) => {
    const before = connections;
    expect(await post(`http://${host}:${port}/hook`)).toMatchObject({
      failure: 'blocked_address',
      status: null,
    });
    expect(connections).toBe(before);
  });

  it('refuses the ports that a rule does not open, and marks what it does open as internal', async () => {
    const other = port === 9 ? 10 : 9;
    expect(
      await post(`http://127.0.0.1:${port}/hook`, { allow: parseAllowList('127.0.0.0/8') }),
    ).toMatchObject({
      failure: 'blocked_address',
      isInternal: false,
    });
    const one = parseAllowList(`127.0.0.0/8:${port}`);
    expect(await post(`http://127.0.0.1:${other}/hook`, { allow: one })).toMatchObject({
      failure: 'blocked_address',
    });
    expect(await post(`http://127.0.0.1:${port}/hook`, { allow: one })).toMatchObject({
      failure: null,
      isInternal: true,
    });
    const resolve = async (): Promise<string[]> => ['127.0.0.1'];
    expect(await post(`http://inside.example:${other}/`, { allow: one, resolve })).toMatchObject({
      failure: 'dns_failure',
      isInternal: false,
    });
    const closed = parseAllowList('127.0.0.0/8:*');
    expect(await post(`http://127.0.0.1:${other}/hook`, { allow: closed })).toMatchObject({
      failure: 'connection_failed',
      isInternal: true,
    });
  });

  it('the listener is really there: the same address connects once the operator allows it', async () => {
    const before = connections;
    // `localhost` is the one, the other or both, as the machine's list of hosts says.
    const allow = parseAllowList('127.0.0.0/8:*,[::1/128]:*');
    expect(await post(`http://2130706433:${port}/hook`, { allow })).toMatchObject({
      failure: null,
      status: 200,
    });
    expect(await post(`http://localhost:${port}/hook`, { allow })).toMatchObject({
      failure: null,
      status: 200,
    });
    expect(connections).toBe(before + 2);
  });
});

const malformed = [
  'http://[fe80::1%25lo]/',
  'http://[::1%lo]/',
  'http://256.0.0.1/',
  'http://1.2.3.4.5/',
  'hook',
  '',
  'http://',
  `http://a/${'a'.repeat(2048)}`,
];

describe('URLs', () => {
  const guard = createEgressGuard({ allow: [], allowHttp: false });
  const failureOf = (url: string): SendFailure | null => {
    try {
      guard.checkUrl(url);
      return null;
    } catch (error) {
      if (error instanceof EgressError) return error.failure;
      throw error;
    }
  };

  it.each(malformed)('%s is refused as no URL', (url) => {
    expect(failureOf(url)).toBe('invalid_url');
  });

  it.each(['http://a.example/', 'ftp://a.example/', 'file:///etc/passwd', 'gopher://a.example/', 'data:,a'])(
    '%s is refused: not https',
    (url) => {
      expect(failureOf(url)).toBe('not_https');
    },
  );

  it('with credentials are refused', () => {
    for (const url of ['https://u:p@a.example/', 'https://u@a.example/', 'https://:p@a.example/']) {
      expect(failureOf(url)).toBe('credentials_in_url');
    }
  });

  it('of public hosts pass on any port', () => {
    for (const url of [
      'https://a.example/x?y=1',
      'https://a.example:8443/',
      'https://8.8.8.8/',
      'https://[2606:4700::1]:1/',
    ]) {
      expect(failureOf(url)).toBeNull();
    }
  });
});

describe('a URL without a port', () => {
  it.each([
    ['http://10.1.2.3/', '10.0.0.0/8:80', null],
    ['http://10.1.2.3/', '10.0.0.0/8:443', 'blocked_address'],
    ['https://10.1.2.3/', '10.0.0.0/8:443', null],
    ['https://10.1.2.3/', '10.0.0.0/8:80', 'blocked_address'],
  ])('%s is judged by a rule for %s as one with the port of its protocol', (url, rule, failure) => {
    const guard = createEgressGuard({ allow: parseAllowList(rule), allowHttp: true });
    const check = (): void => void guard.checkUrl(url);
    if (failure === null) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ failure }));
  });
});

describe('names', () => {
  const answering =
    (...answers: string[][]) =>
    async (): Promise<string[]> =>
      (answers.length > 1 ? answers.shift() : answers[0]) ?? [];

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['a zone id', ['fe80::1%lo']],
    ['metadata', ['169.254.169.254']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
    ['no address', ['elsewhere.example']],
    ['nothing', []],
  ])('that resolve to %s do not connect', async (_name, addresses) => {
    const before = connections;
    const answer = await post(`http://hooks.test:${port}/`, { resolve: answering(addresses) });
    expect(answer).toMatchObject({ failure: 'dns_failure', status: null });
    expect(connections).toBe(before);
  });

  it('that do not exist and names that are private look the same to the customer, and not to the operator', async () => {
    const reported: string[] = [];
    const seen: unknown[] = [];
    for (const addresses of [['10.0.0.7'], []]) {
      const guard = createEgressGuard({ allow: [], allowHttp: true, resolve: answering(addresses) });
      const send = createPost(guard, {
        onFailure: (host, error) => reported.push(`${host} ${String(error)}`),
      });
      const request = { headers: {}, body: '{}', timeoutMs: 1000, maxAnswerBytes: 10 };
      const { durationMs: _, ...answer } = await send({ ...request, url: 'http://db.internal:5432/' });
      seen.push(answer);
    }
    expect(seen[0]).toStrictEqual(seen[1]);
    expect(reported[0]).toMatch(/^db\.internal:5432 .*10\.0\.0\.7/);
    expect(reported[1]).toMatch(/resolves to nothing/);
  });

  it('that change their answer after the check still connect only to what was checked', async () => {
    const dialled: string[] = [];
    const answer = await post(`http://hooks.test:${port}/`, {
      allow: parseAllowList('127.0.0.2:*'),
      resolve: answering(['127.0.0.2'], ['127.0.0.1']),
      dial: (host, number) => {
        dialled.push(host);
        return connect({ host, port: number });
      },
    });
    expect(answer.status).toBe(200);
    expect(dialled).toStrictEqual(['127.0.0.2']);
  });

  it('are looked up anew for every request: no connection outlives a changed answer', async () => {
    const before = connections;
    const resolve = answering(['127.0.0.2'], ['127.0.0.1']);
    const options = { allow: parseAllowList('127.0.0.2:*'), resolve };
    expect((await post(`http://hooks.test:${port}/`, options)).status).toBe(200);
    expect((await post(`http://hooks.test:${port}/`, options)).failure).toBe('dns_failure');
    expect(connections).toBe(before + 1);
  });

  it('whose socket ends somewhere else than at the checked address get no byte', async () => {
    let received = 0;
    const spy = createTcpServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.length;
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve));
    const spyPort = (spy.address() as AddressInfo).port;
    const answer = await post('http://hooks.test/', {
      resolve: async () => ['8.8.8.8'],
      dial: () => connect({ host: '127.0.0.1', port: spyPort }),
    });
    expect(answer).toMatchObject({ failure: 'blocked_address', status: null });
    expect(received).toBe(0);
    spy.close();
  });

  it('fall back to the next address when one does not answer', async () => {
    const resolve = async (): Promise<string[]> => ['127.0.0.9', '127.0.0.2'];
    const lonely = createTcpServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n')),
    );
    await new Promise<void>((done) => lonely.listen(0, '127.0.0.2', done));
    const lonelyPort = (lonely.address() as AddressInfo).port;
    const answer = await post(`http://hooks.test:${lonelyPort}/`, {
      allow: parseAllowList('127.0.0.0/8:*'),
      resolve,
    });
    expect(answer.status).toBe(204);
    lonely.close();
  });

  it('of a resolver that never answers end with the timeout', async () => {
    const guard = createEgressGuard({ allow: [], allowHttp: true, resolve: () => new Promise(() => {}) });
    const request = { headers: {}, body: '{}', timeoutMs: 100, maxAnswerBytes: 10 };
    expect((await createPost(guard)({ ...request, url: 'http://hooks.test/' })).failure).toBe('timeout');
  });
});

describe('TLS', () => {
  let server: Server;
  let requests = 0;
  let tlsPort = 0;
  beforeAll(async () => {
    server = createServer({ key: pem('hooks.key'), cert: pem('hooks.pem') }, (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
    tlsPort = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
  });
  const options = {
    allow: parseAllowList('127.0.0.2:*'),
    resolve: async () => ['127.0.0.2'],
    certificateAuthorities: pem('ca.pem'),
  };

  it.each(['hooks.test', 'hooks.test.', '127.0.0.2'])(
    '%s with the right certificate is reached',
    async (host) => {
      expect(await post(`https://${host}:${tlsPort}/`, options)).toMatchObject({
        failure: null,
        status: 200,
      });
    },
  );

  it('another name than the certificate names gets no request', async () => {
    const before = requests;
    expect((await post(`https://other.test:${tlsPort}/`, options)).failure).toBe('tls_error');
    expect(requests).toBe(before);
  });

  it('a certificate of an unknown authority gets no request', async () => {
    const before = requests;
    const url = `https://hooks.test:${tlsPort}/`;
    expect((await post(url, { ...options, certificateAuthorities: undefined })).failure).toBe('tls_error');
    expect(requests).toBe(before);
  });

  it('a receiver that does not speak TLS fails as TLS', async () => {
    const all = parseAllowList('127.0.0.0/8:*');
    expect((await post(`https://127.0.0.1:${port}/`, { ...options, allow: all })).failure).toBe('tls_error');
  });
});
