/** A song goes in and is found again, the whole way over HTTP, with the search engine in a process of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
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
  let apiKey: string;
  beforeAll(async () => {
    server = await startClickHouse();
    receiver = await startReceiver();
    instance = await startInstance({ env: { ...receiverEnv, CONTRAFACT_SEARCH: server.url } });
    const account = await instance.account('enterprise');
    await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
    api = apiOf(instance, account);
    apiKey = account.apiKey;
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

  it('finds a lyric through the engine, and in the files when the engine is away', async () => {
    await server.start();
    const datasetId = String((await api.post('/datasets', { name: 'Songs' })).body.dataset_id);
    const words = (song: number): string => {
      const random = seededRandom(song + 1);
      const syllables = ['ba', 'lo', 'mer', 'ti', 'san', 'gu', 'rel', 'po', 'dis', 'ka', 'fen', 'hu', 'vor'];
      const word = (): string =>
        Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('');
      return Array.from({ length: 6 }, () => Array.from({ length: 6 }, word).join(' ')).join('\n');
    };
    const imported = await fetch(`${instance.url}/api/v1/datasets/${datasetId}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-ndjson' },
      body: Array.from({ length: 320 }, (_, song) =>
        JSON.stringify({ title: `Song ${song}`, lyrics: words(song) }),
      ).join('\n'),
    });
    expect(imported.status).toBe(200);
    const check = async (): Promise<Record<string, unknown>> => {
      const body = { lyric_text: words(77), song_title: 'Mine', dataset_id: datasetId };
      const { body: answer } = await api.post('/lyric-plagiarism/standard', body);
      return (await receiver.final(String(answer.taskId))).body as Record<string, unknown>;
    };
    const found = {
      status: 'completed',
      result: { total_songs_checked: 320, best: 'Song 77' },
    };
    const firstOf = ({ status, result }: Record<string, unknown>): unknown => {
      const { total_songs_checked, top_matches } = result as Record<string, { title: string }[]>;
      return { status, result: { total_songs_checked, best: top_matches?.[0]?.title } };
    };
    expect(firstOf(await check())).toEqual(found);
    await expect.poll(() => metric('contrafact_search_lyric_songs_pending'), { timeout: 60_000 }).toBe(0);
    expect(await metric('contrafact_search_melody_songs_pending')).toBe(0);
    expect(firstOf(await check())).toEqual(found);
    expect(await metric('contrafact_searches_total{search="lyrics",path="engine"}')).toBeGreaterThan(0);
    await server.stop();
    expect(firstOf(await check())).toEqual(found);
    expect(await metric('contrafact_searches_total{search="lyrics",path="fallback"}')).toBeGreaterThan(0);
    // A reading is kept for a few seconds.
    await expect.poll(() => metric('contrafact_search_lyric_songs_pending'), { timeout: 30_000 }).toBeNaN();
  });
});
