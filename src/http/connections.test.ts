import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';

describe('over a real connection', () => {
  let service: TestService;
  let account: TestAccount;
  let port: number;
  beforeAll(async () => {
    service = await startTestService({ maxUploadBytes: 100_000 });
    account = await service.account();
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    port = (service.server.server.address() as AddressInfo).port;
  });
  afterAll(() => service.close());

  /** Sends bytes and returns all that comes back. */
  function exchange(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  }

  it.each([
    ['400 bad_request', 'NOT HTTP AT ALL\r\n\r\n'],
    ['400 bad_request', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n'],
    ['431 headers_too_large', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('%s: bytes that are no request get a problem document', async (expected, bytes) => {
    const answer = await exchange(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${expected.slice(0, 3)} `));
    expect(head).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ code: expected.slice(4), status: Number(expected.slice(0, 3)) });
  });

  const upload = (bytes: number) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.wav');
    return fetch(`http://127.0.0.1:${port}/api/v1/music`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}` },
      body: form,
    });
  };

  it('413: a client that is still sending 20 MB can read why it was refused', async () => {
    const answer = await upload(20_000_000);
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as { code: string }).code).toBe('file_too_large');
  });

  it('413: also where the length is not announced', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
    const chunks = [head, ...Array.from({ length: 50 }, () => 'x'.repeat(10_000)), '\r\n--b--\r\n'];
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/music`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.key}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: new Blob(chunks).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    await expect.poll(() => service.leftovers()).toEqual([]);
  });

  it('401: a client without a key that sends a large file gets its answer too', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(20_000_000)]), 'a.wav');
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/music`, { method: 'POST', body: form });
    expect(answer.status).toBe(401);
    expect(await service.leftovers()).toEqual([]);
  });
});

describe('a server that closes', () => {
  it('answers a request that gets in while it closes, on a connection that ends with the answer', async () => {
    const service = await startTestService();
    try {
      const account = await service.account();
      await service.server.listen({ port: 0, host: '127.0.0.1' });
      const arrived = once(service.server.server, 'connection') as Promise<[Socket]>;
      const { port } = service.server.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      // Half a request has arrived: the connection is not idle, and its request not yet known.
      socket.write('GET /api/v1/tasks HTTP/1.1\r\nHost: x\r\n');
      const [serverSide] = await arrived;
      await expect.poll(() => serverSide.bytesRead).toBeGreaterThan(0);
      const closed = service.server.close();
      await expect.poll(() => service.server.server.listening).toBe(false);
      socket.write(`Authorization: Bearer ${account.key}\r\n\r\n`);
      await once(socket, 'close');
      await closed;
      expect(text).toMatch(/^HTTP\/1.1 200 /);
      expect(text.toLowerCase()).toContain('connection: close');
    } finally {
      await service.close();
    }
  });
});
