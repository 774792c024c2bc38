/**
 * One service under fault: a real process of the built program on one of the two engines, a customer with a callback
 * URL, a few uploaded songs, and the ledger of what was accepted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, postgresPrograms, startCluster } from '../postgres/cluster.js';
import { type Api, apiOf } from '../support/api.js';
import { describingUploads, type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { Ledger } from '../support/ledger.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { songFile } from '../support/songs.js';

export type Engine = 'embedded' | 'postgres';

/** PostgreSQL only where it is installed. */
export const engines: readonly Engine[] = postgresPrograms === null ? ['embedded'] : ['embedded', 'postgres'];

export interface Customer {
  readonly account: TestAccount;
  readonly api: Api;
  readonly receiver: TestReceiver;
  readonly ledger: Ledger;
}

export interface Site extends Customer {
  readonly engine: Engine;
  readonly instance: Instance;
  /** The PostgreSQL server and the service's database in it; null on the embedded engine. */
  readonly server: { readonly cluster: Cluster; readonly url: string } | null;
  /** Ids of the uploaded songs. */
  readonly songs: readonly string[];
  /** An account of its own whose callbacks go to `url`, or to a receiver of its own. */
  customer(receiver?: TestReceiver): Promise<Customer>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly songs?: number;
  readonly songSeconds?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the service keeps its data, when that place is the test's own. */
  readonly dataDir?: string;
  /** Where the PostgreSQL server keeps its data, when that place is the test's own. */
  readonly clusterDir?: string;
  /** Given the settings of the service's database before it starts, to put something there. */
  readonly prepare?: (settings: Readonly<Record<string, string>>) => Promise<void>;
}

export async function openSite(engine: Engine, options: SiteOptions = {}): Promise<Site> {
  const cluster = engine === 'postgres' ? await startCluster({}, options.clusterDir) : null;
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-site-'));
  const closing: Array<() => unknown> = [
    () => rmSync(folder, { recursive: true, force: true }),
    () => cluster?.stop(),
  ];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const url = cluster ? await cluster.createDatabase() : null;
    const dataDir = options.dataDir ?? folder;
    await options.prepare?.({
      CONTRAFACT_DATA_DIR: dataDir,
      ...(url && { CONTRAFACT_DATABASE_URL: url }),
    });
    const instance = await startInstance({
      dataDir,
      env: {
        ...receiverEnv,
        ...describingUploads,
        CONTRAFACT_LOG_LEVEL: 'warn',
        CONTRAFACT_LEASE_SECONDS: '4',
        // Whoever waits for the end of many tasks asks often.
        CONTRAFACT_RATE_ENTERPRISE: '1000000',
        ...(url && { CONTRAFACT_DATABASE_URL: url }),
        ...options.env,
      },
    });
    closing.push(() => instance.stop());
    const customer = async (given?: TestReceiver): Promise<Customer> => {
      const receiver = given ?? (await startReceiver());
      if (!given) closing.push(() => receiver.close());
      const account = await instance.account('enterprise');
      const verdict = await instance.command<{ verified: boolean }>('setCallback', {
        accountId: account.accountId,
        url: receiver.url,
      });
      if (!verdict.verified) throw new Error(`the receiver was not verified: ${JSON.stringify(verdict)}`);
      const api = apiOf(instance, account);
      return { account, api, receiver, ledger: new Ledger(api, receiver) };
    };
    const first = await customer();
    const songs: string[] = [];
    for (let index = 0; index < (options.songs ?? 4); index++) {
      songs.push(await first.api.upload(songFile(index, options.songSeconds ?? 20), `song-${index}.wav`));
    }
    const server = cluster && url ? { cluster, url } : null;
    return { ...first, engine, instance, server, songs, customer, close };
  } catch (error) {
    await close();
    throw error;
  }
}
