/** Between SIGTERM and the end of the listener: not ready, and answering as before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.js';
import { type Instance, startInstance } from '../support/instance.js';

describe('a process that was told to stop', () => {
  let instance: Instance;
  let url: string;
  beforeAll(async () => {
    // Longer than the test: a second signal ends it.
    instance = await startInstance({ env: { CONTRAFACT_DRAIN_SECONDS: '600' } });
    url = instance.url;
  });
  afterAll(() => instance?.stop());

  it('is not ready at once, and answers as before, each answer the last of its connection', async () => {
    const api = apiOf(instance, await instance.account());
    const before = await api.get('/tasks');
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    process.kill(instance.pid, 'SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, object> };
    expect(ready.checks).toEqual({
      database: { ok: true },
      storage: { ok: true },
      process: { ok: false, detail: 'stopping' },
    });
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const meanwhile = await api.get('/tasks');
    expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close']);
    expect(instance.isRunning).toBe(true);
    // The second signal: at once.
    expect(await instance.stop()).toBe(1);
  });
});
