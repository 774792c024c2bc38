/** A melody is looked up over HTTP among more songs than are all compared: by a service with the search engine and by one without. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardSignature, taskSignature } from '../../src/callbacks/sign.js';
import { deleteAccount } from '../../src/compose/deletion.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { type Api, apiOf } from '../support/api.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../support/clickhouse.js';
import { openForTest } from '../support/furnished.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { runCli } from '../support/run-cli.js';
import {
  addManySongs,
  addMelodySong,
  fillNow,
  manySongs,
  searchedIn,
  song,
  takenFrom,
} from './melody-songs.js';

const datasetId = 'ds_melodies';

describe.skipIf(!hasClickHouse)(`melodies in a service with a search engine (${withoutClickHouse})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-melody-service-'));
  const dataDir = join(folder, 'with');
  const bareDir = join(folder, 'without');
  let server: ClickHouseServer;
  let receiver: TestReceiver;
  let account: TestAccount;
  let served: Instance;
  let bare: Instance;

  beforeAll(async () => {
    server = await startClickHouse();
    receiver = await startReceiver();
    const opened = await openForTest({ CONTRAFACT_DATA_DIR: dataDir });
    const made = await opened.instance.accounts.create('Melodies', 'enterprise');
    account = { ...made, accountId: made.account.id };
    const { accountId } = account;
    const place = { datasetId, accountId, ownerId: accountId };
    await addManySongs(opened.db, opened.indexes.melodies, place);
    await opened.close();
    cpSync(dataDir, bareDir, { recursive: true });
    served = await startInstance({ dataDir, env: { ...receiverEnv, CONTRAFACT_SEARCH: server.url } });
    bare = await startInstance({ dataDir: bareDir, env: receiverEnv });
    for (const instance of [served, bare])
      await instance.command('setCallback', { accountId, url: receiver.url });
  });
  afterAll(async () => {
    await served?.stop();
    await bare?.stop();
    await receiver?.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function metric(line: string): Promise<number> {
    const text = await (await fetch(`${served.url}/metrics`)).text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? Number.NaN : Number(found.split(' ')[1]);
  }
  const searchesBy = (path: string) => metric(`contrafact_searches_total{search="melodies",path="${path}"}`);
  async function lookUp(api: Api, seed: number): Promise<Record<string, unknown>> {
    const musicId = await api.upload(takenFrom(seed), `taken-${seed}.mid`);
    const { body } = await api.post('/plagiarism/standard', { musicId, dataset_id: datasetId });
    const taskId = String(body.taskId ?? body.task_id);
    const { headers, text, body: final } = await receiver.final(taskId);
    const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
    expect(headers['webhook-signature']).toBe(standardSignature(account.signingSecret, id, at, text));
    expect(headers['x-svc-signature']).toBe(taskSignature(account.signingSecret, at, taskId));
    const { status, result, detail } = (await api.get(`/tasks/${taskId}`)).body;
    expect(final).toMatchObject({ status, result });
    return { status, result, detail };
  }
  /** What `contrafact search status` prints, on a database that nobody has open. */
  const status = async (): Promise<string> =>
    (
      await runCli(['search', 'status'], {
        env: { CONTRAFACT_DATA_DIR: dataDir, CONTRAFACT_SEARCH: server.url },
      })
    ).stdout;

  it('answers as a service without the engine does, before its songs are in the engine and from there', async () => {
    const [withEngine, without] = [apiOf(served, account), apiOf(bare, account)];
    const right = await lookUp(without, 77);
    expect(right).toMatchObject({ status: 'success' });
    expect(searchedIn(right)).toEqual({ songs: manySongs, first: 'Song 77' });
    // A chunk is copied once it was left alone for a minute.
    expect(await metric('contrafact_search_melody_songs_pending')).toBe(manySongs);
    expect(await lookUp(withEngine, 77)).toEqual(right);
    expect([await searchesBy('backlog'), await searchesBy('engine')]).toEqual([1, Number.NaN]);
    const other = await lookUp(without, 311);
    await expect
      .poll(() => metric('contrafact_search_melody_songs_pending'), { timeout: 240_000, interval: 1000 })
      .toBe(0);
    expect(await lookUp(withEngine, 77)).toEqual(right);
    expect(await lookUp(withEngine, 311)).toEqual(other);
    expect([await searchesBy('backlog'), await searchesBy('engine')]).toEqual([1, 2]);
  });

  it('says in `contrafact search status` how many songs wait, and nothing of an account that is deleted stays', async () => {
    await served.halt();
    expect(await status()).toContain('the lyrics of 0 songs wait\nthe melodies of 0 songs wait\n');
    const { accountId } = account;
    const opened = await openForTest({ CONTRAFACT_DATA_DIR: dataDir });
    const engine = openClickHouse(server.url);
    /** Rows of every table of melodies, and blocks noted; those that were deleted and still lie on the disk count. */
    const rowsOnDisk = async (): Promise<number[]> => {
      const tables = ['codes', 'songs', 'holders', 'blocks'];
      const count = async (table: string): Promise<number> => {
        // A note is written twice.
        const rows = table === 'blocks' ? 'uniqExact(block)' : 'count()';
        const body = `SELECT ${rows} FROM contrafact_melody_${table} SETTINGS apply_deleted_mask = 0`;
        return Number(await (await fetch(server.url, { method: 'POST', body })).text());
      };
      return Promise.all(tables.map(count));
    };
    try {
      const { db, instance, indexes, blobs } = opened;
      const other = await instance.accounts.create('Another', 'pro');
      const staying = { datasetId: 'ds_staying', accountId: other.account.id, ownerId: other.account.id };
      await addMelodySong(db, indexes.melodies, staying, 'stays', song(1));
      // One of theirs is in a dataset of everybody.
      const common = { datasetId: 'ds_common', accountId: null, ownerId: accountId };
      await addMelodySong(db, indexes.melodies, common, 'lent', song(2));
      await fillNow(db, engine);
      const before = await rowsOnDisk();
      expect(Math.min(...before)).toBeGreaterThan(2);
      expect(await deleteAccount(instance, indexes, blobs, accountId)).toBe(true);
      // Deleted rows' bytes are taken off the disk by a later round.
      await fillNow(db, engine);
      await fillNow(db, engine);
      const left = [...(await engine.melodies.counts()).values()];
      const [codes, songs, holders, blocks] = await rowsOnDisk();
      expect([songs, blocks]).toEqual([1, 1]);
      expect(left).toEqual([codes! + songs! + holders!]);
      expect(codes).toBeLessThan(before[0]! / 100);
      await addMelodySong(db, indexes.melodies, staying, 'new', song(3));
    } finally {
      await engine.close();
      await opened.close();
    }
    expect(await status()).toContain('the lyrics of 0 songs wait\nthe melodies of 2 songs wait\n');
    await server.stop();
    expect(await status()).toContain('the engine does not answer');
  });
});
