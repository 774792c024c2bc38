/** Two API processes behind a proxy, restarted in turn under load: what a client sees that never repeats a request. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProxyName, startProxy } from '../deploy/proxy.js';
import { type Api, apiOf } from '../support/api.js';
import { freePort } from '../support/free-port.js';
import { describingUploads, type Instance, startInstance } from '../support/instance.js';
import { Ledger } from '../support/ledger.js';
import { receiverEnv } from '../support/receiver.js';
import { songFile } from '../support/songs.js';
import type { SiteReport } from './fault.js';
import { openSite, type Site } from './site.js';

/** Longer than nginx keeps a connection, and than HAProxy takes to notice. */
const drainSeconds = '8';

/** Runs `judge` on the site before it is closed. Throws where a request failed. */
export async function rollingRestart(
  proxyName: ProxyName,
  rounds: number,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-rolling-'));
  const blobs = { CONTRAFACT_BLOBS: join(folder, 'blobs') };
  const site = await openSite('postgres', { env: blobs });
  const closing: Array<() => unknown> = [
    () => rmSync(folder, { recursive: true, force: true }),
    () => site.close(),
  ];
  try {
    const ports = [await freePort(), await freePort()] as const;
    const apis: Instance[] = [];
    for (const port of ports) {
      const api = await startInstance({
        dataDir: join(folder, `api-${port}`),
        env: {
          ...receiverEnv,
          ...describingUploads,
          ...blobs,
          CONTRAFACT_DATABASE_URL: site.server!.url,
          CONTRAFACT_ROLE: 'api',
          CONTRAFACT_PORT: String(port),
          CONTRAFACT_DRAIN_SECONDS: drainSeconds,
          CONTRAFACT_LOG_LEVEL: 'warn',
          CONTRAFACT_RATE_ENTERPRISE: '1000000',
        },
      });
      closing.push(() => api.stop());
      apis.push(api);
    }
    const proxy = await startProxy(proxyName, ports);
    closing.push(() => proxy.stop());
    const behind = apiOf({ url: proxy.url }, site.account);
    const ledger = new Ledger(behind, site.receiver);
    const client = startClient(behind, ledger, site);
    for (let round = 0; round < rounds; round++) {
      for (const api of apis) await api.restart();
    }
    const { requests, errors } = await client.stop();
    if (errors.length > 0) {
      const failed = `${errors.length} of ${requests} requests failed: ${errors[0]}`;
      throw new Error(`${failed}\n${proxyName} printed: ${proxy.logs}`);
    }
    const startedAt = performance.now();
    await ledger.drainTo(0);
    const recoverySeconds = (performance.now() - startedAt) / 1000;
    const seen = `${rounds * 2} restarts behind ${proxyName}: ${requests} requests, 0 errors`;
    await judge({ site: { ...site, api: behind, ledger }, figures: { recoverySeconds, seen } });
  } finally {
    for (const step of closing.reverse()) await step();
  }
}

/** Reads, starts tasks and uploads until it is stopped. */
function startClient(
  api: Api,
  ledger: Ledger,
  site: Site,
): { stop(): Promise<{ requests: number; errors: readonly string[] }> } {
  let isStopping = false;
  let requests = 0;
  const errors: string[] = [];
  const musicId = site.songs[0]!;
  async function again(name: string, call: () => Promise<unknown>): Promise<void> {
    while (!isStopping) {
      requests += 1;
      try {
        await call();
      } catch (error) {
        const { message, cause } = error as Error;
        errors.push(`${name}: ${message} ${cause ?? ''}`);
      }
      await sleep(20);
    }
  }
  const read = async (): Promise<void> => {
    const { status } = await api.get('/tasks?limit=5');
    if (status !== 200) throw new Error(`status ${status}`);
  };
  const song = songFile(0, 3);
  let songs = 0;
  const loops = [
    again('read', read),
    again('read', read),
    again('start', async () => {
      // As many as the worker can do meanwhile: each is awaited at the end.
      if (ledger.open > 8) return read();
      await ledger.start('/fingerprint/check', { musicId });
    }),
    again('upload', async () => {
      songs += 1;
      // Other bytes each time: what is known already would not be stored.
      const content = Buffer.from(song);
      content.writeInt16LE(songs, content.length - 2);
      await api.upload(content, `song-${songs}.wav`);
    }),
  ];
  return {
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      return { requests, errors };
    },
  };
}
