import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../tests/contract/support/service.js';

describe('uploads that hardly move', () => {
  let service: TestService;
  /** One that gives senders time: whether a place is taken must not depend on how fast this machine asks. */
  let patient: TestService;
  let account: TestAccount;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startTestService({ slowestUpload: { windowSeconds: 1, bytes: 1000 } });
    patient = await startTestService({
      slowestUpload: { windowSeconds: 600, bytes: 1000 },
      maxParallelUploads: 4,
    });
    account = await service.account();
    for (const { server } of [service, patient]) await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.close();
    await patient.close();
  });
  const portOf = ({ server }: TestService): number => (server.server.address() as AddressInfo).port;

  /** Begins an upload and then sends a byte now and then. Resolves with all that came back. */
  function drip(to: TestService, key: string, begin: string): Promise<string> {
    const port = portOf(to);
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(
        `POST /api/v1/music HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000\r\n\r\n${begin}`,
      );
      const timer = setInterval(() => socket.write('x'), 50);
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
    });
  }
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';

  it.each([
    ['in the middle of the file', file],
    ['before the first part', ''],
    ['in the middle of a field', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA'],
  ])(
    '408 request_timeout: a sender that stalls %s loses its place and leaves nothing',
    async (_where, begin) => {
      const answer = await drip(service, account.key, begin);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"request_timeout"');
      await expect.poll(() => service.leftovers()).toEqual([]);
    },
  );

  it('503: one account takes at most half of the places, and another still uploads', async () => {
    const { key } = await patient.account();
    const stalled = [drip(patient, key, file), drip(patient, key, file)];
    await expect.poll(async () => (await patient.leftovers()).length).toBe(2);
    const form = new FormData();
    form.append('file', new Blob(['this is no audio']), 'a.wav');
    const send = async (key: string): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${portOf(patient)}/api/v1/music`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: form,
      });
      return ((await answer.json()) as { code: string }).code;
    };
    expect(await send(key)).toBe('unavailable');
    expect(await send((await patient.account()).key)).toBe('not_decodable');
    for (const socket of sockets) socket.destroy();
    await Promise.all(stalled);
  });
});
