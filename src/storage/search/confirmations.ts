/**
 * How far the engine's filling has come, as the engine itself holds it. In a cluster each server holds it, with the number of servers there were: one
 * that was lost, or restored from an older backup, is noticed by the next search, and one that was added is not taken for a lost one.
 */
import type { SearchServers } from './clickhouse-servers.js';
import { packNumbers, readNumbers } from './number-rows.js';

const ofOne = 'contrafact_confirmations';
/** Another name: a process that knows one server alone does not believe what several hold together. */
const ofCluster = 'contrafact_cluster_confirmations';

export interface Confirmations {
  prepare(): Promise<void>;
  confirm(epoch: string, sequence: number): Promise<void>;
  confirmed(epoch: string, signal?: AbortSignal): Promise<number | null>;
  drop(): Promise<void>;
}

export function confirmations(servers: SearchServers): Confirmations {
  const drop = (): Promise<void> => servers.drop([ofCluster, ofOne]);
  if (servers.cluster === null) {
    return {
      drop,
      prepare: () =>
        servers.create(
          ofOne,
          '(epoch UInt64, sequence UInt64) ENGINE = ReplacingMergeTree(sequence) ORDER BY epoch',
          'epoch',
        ),
      confirm: (epoch, sequence) => servers.insert(ofOne, packNumbers([BigInt(epoch), BigInt(sequence)])),

      async confirmed(epoch, signal) {
        const answer = await servers.read(
          `SELECT max(sequence), count() FROM ${ofOne} WHERE epoch = ${BigInt(epoch)} FORMAT RowBinary`,
          signal,
        );
        const [sequence, count] = readNumbers(answer);
        return count === 0n ? null : Number(sequence);
      },
    };
  }
  return {
    drop,
    prepare: () =>
      servers.create(
        ofCluster,
        '(epoch UInt64, sequence UInt64, servers UInt64) ENGINE = ReplacingMergeTree(sequence) ORDER BY epoch',
        'epoch',
      ),

    async confirm(epoch, sequence) {
      const row = packNumbers([BigInt(epoch), BigInt(sequence), BigInt(servers.each.length)]);
      // The last first: added servers are the last, and the others say how many there are.
      for (const server of [...servers.each].reverse()) await server.insert(ofCluster, row);
    },

    async confirmed(epoch, signal) {
      const answer = await servers.read(
        `SELECT min(sequence), count(), max(servers) FROM (
          SELECT max(sequence) AS sequence, max(servers) AS servers FROM ${servers.over(ofCluster)}
          WHERE epoch = ${BigInt(epoch)} GROUP BY _shard_num
        ) FORMAT RowBinary`,
        signal,
      );
      const [sequence, holding, of] = readNumbers(answer);
      return holding === 0n || holding! < of! ? null : Number(sequence);
    },
  };
}
