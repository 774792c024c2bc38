/**
 * From the index in the database to a search engine, and from one build of the engine to the next, with look-ups open all the time: the steps of
 * docs/operations.md ("Growing into it without a stop", "Upgrade of the engine"), on PostgreSQL with one worker after the other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, postgresPrograms, startCluster, withoutPostgres } from '../postgres/cluster.js';
import { type Fleet, startFleet, type WorkerProcess } from '../postgres/fleet.js';
import { type Api, apiOf } from '../support/api.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  hasClickHouseBefore,
  startClickHouse,
  withoutClickHouse,
  withoutClickHouseBefore,
} from '../support/clickhouse.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { excerptFile, songFile } from '../support/songs.js';

const seconds = 40;
const canRun = hasClickHouse && postgresPrograms !== null;

describe.skipIf(!canRun)(`growing into a search engine (${withoutClickHouse}; ${withoutPostgres})`, () => {
  let cluster: Cluster;
  let server: ClickHouseServer;
  let receiver: TestReceiver;
  let fleet: Fleet;
  let api: Api;
  const songs: { readonly musicId: string; readonly excerptId: string }[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
    server = await startClickHouse(undefined, hasClickHouseBefore ? 'before' : 'installed');
    receiver = await startReceiver();
    fleet = await startFleet(await cluster.createDatabase(), 1, {
      ...receiverEnv,
      CONTRAFACT_DESCRIBE_UPLOADS: 'false',
      CONTRAFACT_RATE_ENTERPRISE: '1000000',
    });
    const account = await fleet.api.account('enterprise');
    await fleet.api.command('setCallback', { accountId: account.accountId, url: receiver.url });
    api = apiOf(fleet.api, account);
  });
  afterAll(async () => {
    await fleet?.stop();
    await receiver?.close();
    await server?.remove();
    cluster?.stop();
  });

  async function run(path: string, musicId: string): Promise<Record<string, unknown>> {
    const { body } = await api.post(path, { musicId });
    return (await receiver.final(String(body.taskId))).body as Record<string, unknown>;
  }

  async function register(): Promise<void> {
    const index = songs.length;
    const musicId = await api.upload(songFile(index, seconds), `song-${index}.wav`);
    expect(await run('/fingerprint/add', musicId)).toMatchObject({ status: 'success' });
    const excerptId = await api.upload(excerptFile(index, seconds, 12, 20), `excerpt-${index}.wav`);
    songs.push({ musicId, excerptId });
  }

  /** Asks for every registered song in turn, two at once, until `change` is through. Returns the number of answers; each found its song. */
  async function whileAsked(change: () => Promise<void>): Promise<number> {
    let isOver = false;
    let answers = 0;
    const ask = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const { musicId, excerptId } = songs[turn % songs.length]!;
        const found = { is_duplicate: true, matched_music_id: musicId };
        expect(await run('/fingerprint/check', excerptId)).toMatchObject({
          status: 'success',
          result: found,
        });
        answers++;
      }
    };
    const asking = Promise.all([ask(), ask()]);
    await Promise.race([change(), asking]).finally(() => {
      isOver = true;
    });
    await asking;
    return answers;
  }

  async function metric(worker: WorkerProcess, line: string): Promise<number> {
    const text = await (await fetch(`${worker.url}/metrics`)).text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? 0 : Number(found.split(' ')[1]);
  }
  const answeredBy = (worker: WorkerProcess, path: string): Promise<number> =>
    metric(worker, `contrafact_searches_total{search="fingerprints",path="${path}"}`);
  const compared = (worker: WorkerProcess, result: string): Promise<number> =>
    metric(worker, `contrafact_search_comparisons_total{search="fingerprints",result="${result}"}`);
  const soon = { timeout: 60_000, interval: 250 };
  const isFilled = async (worker: WorkerProcess): Promise<void> => {
    await expect.poll(() => metric(worker, 'contrafact_search_backlog_accounts'), soon).toBe(0);
    await expect.poll(() => metric(worker, 'contrafact_search_changes_pending'), soon).toBe(0);
  };

  it('compares both while the database answers, and finds each song at the same place', async () => {
    await register();
    await register();
    const answers = await whileAsked(async () => {
      const comparing = await fleet.addWorker({
        CONTRAFACT_SEARCH: server.url,
        CONTRAFACT_SEARCH_MODE: 'compare',
      });
      await fleet.workers[0]!.stop();
      await register();
      await isFilled(comparing);
      await expect.poll(() => compared(comparing, 'same'), soon).toBeGreaterThan(4);
      expect(await compared(comparing, 'different')).toBe(0);
    });
    expect(answers).toBeGreaterThan(4);
  });

  it('serves from the engine once the mode is taken out, without a song that is not found', async () => {
    const answers = await whileAsked(async () => {
      const serving = await fleet.addWorker({ CONTRAFACT_SEARCH: server.url });
      await fleet.workers[1]!.stop();
      await register();
      await isFilled(serving);
      await expect.poll(() => answeredBy(serving, 'engine'), soon).toBeGreaterThan(4);
    });
    expect(answers).toBeGreaterThan(4);
  });

  it.skipIf(!hasClickHouseBefore)(
    `goes on while the engine is stopped and started on the same data by a later build (${withoutClickHouseBefore})`,
    async () => {
      const serving = fleet.workers[2]!;
      const answers = await whileAsked(async () => {
        await server.stop();
        await expect.poll(() => answeredBy(serving, 'fallback'), soon).toBeGreaterThan(0);
        await register();
        await server.start();
        await isFilled(serving);
        const before = await answeredBy(serving, 'engine');
        await expect.poll(() => answeredBy(serving, 'engine'), soon).toBeGreaterThan(before + 4);
      });
      expect(answers).toBeGreaterThan(4);
    },
  );
});
