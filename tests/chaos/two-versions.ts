/**
 * An upgrade without a full stop: 1.0.0 runs and works while the present version starts beside it, migrates, and takes
 * its share of one queue; then 1.0.0 is stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, withClient } from '../postgres/cluster.js';
import { type Api, apiOf } from '../support/api.js';
import { describingUploads, startInstance } from '../support/instance.js';
import { Ledger } from '../support/ledger.js';
import { receiverEnv, startReceiver } from '../support/receiver.js';
import { songFile } from '../support/songs.js';
import type { SiteReport } from './fault.js';
import { buildOldVersion } from './old-version.js';

const operations = ['/fingerprint/add', '/fingerprint/check', '/ai-detection/lite'] as const;

/** Runs `judge` before all is stopped. Throws where a request failed, or one of the versions did no work. */
export async function twoVersions(
  tasksEach: number,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-versions-'));
  const closing: Array<() => unknown> = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const version = buildOldVersion();
    closing.push(() => version.remove());
    const cluster = await startCluster();
    closing.push(() => cluster.stop());
    const url = await cluster.createDatabase();
    const receiver = await startReceiver();
    closing.push(() => receiver.close());
    const env = {
      ...receiverEnv,
      CONTRAFACT_DATABASE_URL: url,
      CONTRAFACT_BLOBS: join(folder, 'blobs'),
      CONTRAFACT_WORKERS: '1',
      CONTRAFACT_LEASE_SECONDS: '8',
      CONTRAFACT_RATE_ENTERPRISE: '1000000',
      CONTRAFACT_LOG_LEVEL: 'warn',
    };
    const old = await version.start({
      ...env,
      // 1.0.0 knows no ports in an allow rule: a network opens all of its ports.
      CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8',
      CONTRAFACT_DATA_DIR: join(folder, 'old'),
    });
    closing.push(() => old.stop());
    const account = await old.customer(receiver.url);
    const oldApi = apiOf(old, account);
    const ledger = new Ledger(oldApi, receiver);
    const songs: string[] = [];
    const work = async (api: Api): Promise<void> => {
      const own = new Ledger(api, receiver);
      songs.push(await api.upload(songFile(songs.length, 12), `song-${songs.length}.wav`));
      for (let n = 0; n < tasksEach; n++) {
        ledger.accepted.push(await own.start(operations[n % 3]!, { musicId: songs[n % songs.length]! }));
      }
    };
    await work(oldApi);
    // The present version migrates while tasks of the old one run.
    const present = await startInstance({
      dataDir: join(folder, 'present'),
      env: { ...describingUploads, ...env },
    });
    closing.push(() => present.stop());
    const presentApi = apiOf(present, account);
    for (let round = 0; round < 2; round++) await Promise.all([work(oldApi), work(presentApi)]);
    await ledger.drainTo(0);
    const workers = await attemptsOf([old.url, present.url]);
    if (workers.some((count) => count === 0)) throw new Error(`tasks by version: ${workers.join(', ')}`);
    // What each accepted, the other can read.
    for (const api of [oldApi, presentApi]) {
      for (const id of songs) {
        const { status } = await api.get(`/music/${id}`);
        if (status !== 200) throw new Error(`a song of the other version: ${status}`);
      }
    }
    if (!old.isRunning) throw new Error(`1.0.0 ended:\n${old.output.slice(-3000)}`);
    const code = await old.stop();
    if (code !== 0) throw new Error(`1.0.0 ended with ${code}`);
    const startedAt = performance.now();
    await work(presentApi);
    const site = {
      account,
      api: presentApi,
      receiver,
      ledger: copyOf(ledger, presentApi, receiver),
      engine: 'postgres',
      instance: present,
      server: { cluster, url },
      songs,
      customer: () => Promise.reject(new Error('one customer is enough here')),
      close: async () => {},
    } as const;
    await site.ledger.drainTo(0);
    const recoverySeconds = (performance.now() - startedAt) / 1000;
    const schema = await withClient(url, (client) =>
      client.query<{ oldest_version: string }>('select oldest_version from schema_compatibility'),
    );
    const seen = `${workers[0]} tasks by 1.0.0, ${workers[1]} beside it by this version; oldest_version ${schema.rows[0]?.oldest_version}`;
    await judge({ site, figures: { recoverySeconds, seen } });
  } finally {
    for (const step of closing.reverse()) await step();
  }
}

/** The same tasks, asked of another process. */
function copyOf(ledger: Ledger, api: Api, receiver: ConstructorParameters<typeof Ledger>[1]): Ledger {
  const copy = new Ledger(api, receiver);
  copy.accepted.push(...ledger.accepted);
  return copy;
}

function attemptsOf(urls: readonly string[]): Promise<number[]> {
  return Promise.all(
    urls.map(async (url) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const counts = metrics.matchAll(/^contrafact_task_attempts_total\{[^}]*outcome="success"\} (\d+)/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}
