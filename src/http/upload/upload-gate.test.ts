import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../tests/contract/support/service.js';
import { openTestDashboard, setUp } from '../../../tests/support/dashboard-routes.js';
import type { KeyStore } from '../../accounts/ports.js';
import { keyStore } from '../../storage/keys.js';

const closers: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const portOf = (service: TestService): number => (service.server.server.address() as AddressInfo).port;

/** Opens a connection and writes; what comes back is read and dropped. */
function send(service: TestService, text: string): Socket {
  const socket = connect(portOf(service), '127.0.0.1');
  closers.push(() => void socket.destroy());
  socket.on('error', () => {}).resume();
  socket.write(text);
  return socket;
}

const uploadStart = (key: string): string =>
  `POST /api/v1/music HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000\r\n\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';

async function codeOfUpload(service: TestService, key: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['this is no audio']), 'a.wav');
  const answer = await fetch(`http://127.0.0.1:${portOf(service)}/api/v1/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return ((await answer.json()) as { code: string }).code;
}

describe('places among the uploads', () => {
  /** A service whose authentication waits until it is let go on. */
  async function withSlowKeys(): Promise<{
    service: TestService;
    held: Set<string>;
    waiting: Array<() => void>;
  }> {
    const waiting: Array<() => void> = [];
    /** Keys whose authentication waits. */
    const held = new Set<string>();
    let real: KeyStore | undefined;
    const keys = {
      create: (...given: Parameters<KeyStore['create']>) => real!.create(...given),
      async authenticate(apiKey: string) {
        const found = await real!.authenticate(apiKey);
        if (held.has(apiKey)) await new Promise<void>((resolve) => waiting.push(resolve));
        return found;
      },
    } as KeyStore;
    const service = await startTestService(
      { maxParallelUploads: 8, slowestUpload: { windowSeconds: 600, bytes: 1 } },
      { keys },
    );
    real = keyStore(service.db);
    closers.push(() => service.close());
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    return { service, waiting, held };
  }

  it('clients that leave while authentication awaits the database take no place', async () => {
    const { service, waiting, held } = await withSlowKeys();
    const { key } = await service.account();
    held.add(key);
    const sockets = Array.from({ length: 12 }, () => send(service, uploadStart(key)));
    await expect.poll(() => waiting.length).toBe(12);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => connections(service)).toBe(0);
    held.clear();
    for (const goOn of waiting) goOn();
    expect(await codeOfUpload(service, key)).toBe('not_decodable');
    await expect.poll(() => service.dependencies.uploads.taken).toBe(0);
    await expect.poll(() => service.leftovers()).toEqual([]);
  });

  it('an upload that waits behind another answer of its connection returns its place when the client leaves', async () => {
    const { service, waiting, held } = await withSlowKeys();
    const { key } = await service.account();
    const inFront = (await service.account()).key;
    held.add(inFront);
    // The answers in front never come.
    const front = `GET /api/v1/callback HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${inFront}\r\n\r\n`;
    const sockets = Array.from({ length: 4 }, () => send(service, front + uploadStart(key)));
    await expect.poll(() => waiting.length).toBe(4);
    await expect.poll(() => service.dependencies.uploads.taken).toBe(4);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => service.dependencies.uploads.taken).toBe(0);
    expect(await codeOfUpload(service, key)).toBe('not_decodable');
    await expect.poll(() => service.leftovers()).toEqual([]);
  });

  it('all routes that take files, of the API and of the dashboard, share the places', async () => {
    const test = await openTestDashboard({
      maxParallelUploads: 4,
      slowestUpload: { windowSeconds: 600, bytes: 1 },
    });
    closers.push(() => test.close());
    const { service } = test;
    const browser = await setUp(test);
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    const { id } = await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const { apiKey } = await service.dependencies.keys.create(id, {});
    send(service, uploadStart(apiKey).replace('/api/v1/music', '/api/v1/ai-detection/lite'));
    await expect.poll(() => service.dependencies.uploads.taken).toBe(1);
    send(
      service,
      'POST /dashboard/api/music?filename=a.wav HTTP/1.1\r\nHost: x\r\nX-Contrafact-Dashboard: 1\r\n' +
        `Cookie: ${browser.cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: 50000\r\n\r\nRIFF`,
    );
    await expect.poll(() => service.dependencies.uploads.taken).toBe(2);
    expect(await codeOfUpload(service, apiKey)).toBe('unavailable');
    const refused = await dashboardUpload(service, browser.cookie);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe('5');
  });

  it('408: the dashboard ends an upload that stalls, and leaves no file', async () => {
    const test = await openTestDashboard({ slowestUpload: { windowSeconds: 1, bytes: 1000 } });
    closers.push(() => test.close());
    const { service } = test;
    const browser = await setUp(test);
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    let text = '';
    send(
      service,
      'POST /dashboard/api/music?filename=a.wav HTTP/1.1\r\nHost: x\r\nX-Contrafact-Dashboard: 1\r\n' +
        `Cookie: ${browser.cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: 50000\r\n\r\nRIFF`,
    ).on('data', (chunk) => (text += String(chunk)));
    await expect.poll(() => text, { timeout: 20_000 }).toContain('request_timeout');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(() => service.dependencies.uploads.taken).toBe(0);
    await expect.poll(() => service.leftovers()).toEqual([]);
    expect((await dashboardUpload(service, browser.cookie)).status).toBe(201);
  });
});

const connections = (service: TestService): Promise<number> =>
  new Promise((resolve, reject) =>
    service.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const dashboardUpload = (service: TestService, cookie: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${portOf(service)}/dashboard/api/music?filename=b.wav`, {
    method: 'POST',
    headers: { 'x-contrafact-dashboard': '1', cookie, 'content-type': 'application/octet-stream' },
    body: 'some bytes',
  });
