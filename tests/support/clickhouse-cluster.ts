/** Throw-away ClickHouse servers that are the shards of one cluster, on one machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseServer, startClickHouse } from './clickhouse.js';
import { freePort } from './free-port.js';

export { hasClickHouseLibrary } from './clickhouse.js';
export const withoutClickHouseLibrary =
  'needs the library of ClickHouse: `npm run install:clickhouse` (Linux, x64, python3)';

export interface ClickHouseCluster {
  readonly name: string;
  readonly servers: readonly ClickHouseServer[];
  /** As CONTRAFACT_SEARCH lists the first `count` of them. */
  urls(count: number): string;
  /** Has the cluster consist of the first `count` servers: the first, which is asked, is started anew. */
  resize(count: number): Promise<void>;
  remove(): Promise<void>;
}

const name = 'songs';

/** Starts `servers` servers, of which the first `shards` are the cluster. */
export async function startCluster(servers: number, shards: number): Promise<ClickHouseCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-cluster-'));
  const configFile = join(folder, 'cluster.xml');
  const ports: number[] = [];
  while (ports.length < servers) ports.push(await freePort());
  const configure = (count: number): void => {
    const each = ports
      .slice(0, count)
      .map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`);
    writeFileSync(
      configFile,
      `<clickhouse><remote_servers><${name}>${each.join('')}</${name}></remote_servers></clickhouse>`,
    );
  };
  configure(shards);
  const started: ClickHouseServer[] = [];
  for (const nativePort of ports) started.push(await startClickHouse({ nativePort, configFile }));
  return {
    name,
    servers: started,
    urls: (count) =>
      started
        .slice(0, count)
        .map(({ url }) => url)
        .join(','),
    async resize(count) {
      configure(count);
      await started[0]!.stop();
      await started[0]!.start();
    },
    async remove() {
      for (const server of started) await server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
