/** A song goes in and is found again, the whole way over HTTP, with the search engine in a process of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../support/clickhouse.js';
import { type Instance, startInstance } from '../support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { excerptFile, songFile } from '../support/songs.js';

describe.skipIf(!hasClickHouse)(`the service with a search engine (${withoutClickHouse})`, () => {
  let server: ClickHouseServer;
  let instance: Instance;
  let receiver: TestReceiver;
  let api: Api;
  beforeAll(async () => {
    server = await startClickHouse();
    receiver = await startReceiver();
    instance = await startInstance({ env: { ...receiverEnv, CONTRAFACT_SEARCH: server.url } });
    const account = await instance.account('enterprise');
    await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
    api = apiOf(instance, account);
  });
  afterAll(async () => {
    await instance?.stop();
    await receiver?.close();
    await server?.remove();
  });

  const metric = async (line: string): Promise<number> => {
    const text = await (await fetch(`${instance.url}/metrics`)).text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? Number.NaN : Number(found.split(' ')[1]);
  };
  async function run(path: string, musicId: string): Promise<Record<string, unknown>> {
    const { body } = await api.post(path, { musicId });
    return (await receiver.final(String(body.taskId))).body as Record<string, unknown>;
  }

  it('finds a song at once and through the engine, and says "not found" only of what it searched', async () => {
    const musicId = await api.upload(songFile(0, 40), 'song.wav');
    expect(await run('/fingerprint/add', musicId)).toMatchObject({ status: 'success' });
    const excerpt = await api.upload(excerptFile(0, 40, 12, 20), 'excerpt.wav');
    const found = { status: 'success', result: { is_duplicate: true, matched_music_id: musicId } };
    expect(await run('/fingerprint/check', excerpt)).toMatchObject(found);
    await expect.poll(() => metric('contrafact_search_changes_pending')).toBe(0);
    await expect.poll(() => metric('contrafact_search_backlog_accounts')).toBe(0);
    const before = await metric('contrafact_searches_total{search="fingerprints",path="engine"}');
    expect(await run('/fingerprint/check', excerpt)).toMatchObject(found);
    expect(await metric('contrafact_searches_total{search="fingerprints",path="engine"}')).toBeGreaterThan(
      before || 0,
    );
    await server.stop();
    expect(await run('/fingerprint/check', excerpt)).toMatchObject(found);
    expect(await metric('contrafact_searches_total{search="fingerprints",path="fallback"}')).toBeGreaterThan(
      0,
    );
  });
});
