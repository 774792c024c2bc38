/** One lyric index in PostgreSQL, searched and kept up by several processes with a cache folder each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import type { TestAccount } from '../support/instance.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';
import { type Fleet, startFleet } from './fleet.js';

interface LyricResult {
  total_songs_checked: number;
  top_matches: { title: string; combined_score: number }[];
}

const songs = 120;
const lines = (song: number): string[] => [
  `The ${song}th lighthouse keeper polishes his copper lamp`,
  `and counts ${song * 7} ships that never came to harbour`,
  `until the winter fog has swallowed bell number ${song}`,
];

describe.skipIf(postgresPrograms === null)(
  `the lyric index of several processes (${withoutPostgres})`,
  () => {
    let cluster: Cluster;
    let databaseUrl: string;
    let fleet: Fleet;
    let account: TestAccount;
    let api: Api;
    let datasetId: string;

    beforeAll(async () => {
      cluster = await startCluster();
      databaseUrl = await cluster.createDatabase();
      fleet = await startFleet(databaseUrl, 2);
      account = await fleet.api.account('enterprise');
      api = apiOf(fleet.api, account);
      datasetId = String((await api.post('/datasets', { name: 'Lighthouses' })).body.dataset_id);
    });
    afterAll(async () => {
      await fleet?.stop();
      cluster?.stop();
    });

    function importSongs(from: number, to: number): Promise<Response> {
      const rows = Array.from({ length: to - from }, (_, at) =>
        JSON.stringify({ title: `Song ${from + at}`, lyrics: lines(from + at) }),
      );
      return fetch(`${fleet.api.url}/api/v1/datasets/${datasetId}/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/x-ndjson' },
        body: rows.join('\n'),
      });
    }

    /** Starts all checks before it waits for the first. */
    async function checkAll(asked: readonly number[]): Promise<LyricResult[]> {
      const taskIds: string[] = [];
      for (const song of asked) {
        const body = { lyric_text: lines(song).join('\n'), song_title: 'Mine', dataset_id: datasetId };
        const answer = await api.post('/lyric-plagiarism/standard', body);
        expect(answer.status).toBe(202);
        taskIds.push(String(answer.body.taskId));
      }
      const results: LyricResult[] = [];
      for (const taskId of taskIds) {
        await expect
          .poll(async () => (await api.get(`/tasks/${taskId}`)).body.status, {
            timeout: 120_000,
            interval: 200,
          })
          .toBe('completed');
        results.push((await api.get(`/tasks/${taskId}`)).body.result as unknown as LyricResult);
      }
      return results;
    }

    it('counts and finds every song once, though api and workers index them at the same time', async () => {
      expect((await importSongs(0, songs)).status).toBe(200);
      const asked = [3, 50, 119, 0, 77, 12];
      for (const [at, result] of (await checkAll(asked)).entries()) {
        expect(result.total_songs_checked).toBe(songs);
        expect(result.top_matches[0]).toMatchObject({ title: `Song ${asked[at]}`, combined_score: 1 });
        const titles = result.top_matches.map((match) => match.title);
        expect(new Set(titles).size).toBe(titles.length);
      }
      const indexed = await withClient(databaseUrl, (client) =>
        client.query<{ songs: string }>('select count(*) as songs from lyric_segment_songs'),
      );
      expect(Number(indexed.rows[0]!.songs)).toBe(songs);
    });

    it('gives a worker that joins later, with an empty cache, the same answer', async () => {
      const before = await checkAll([33, 34, 35, 36]);
      await fleet.addWorker();
      expect(await checkAll([33, 34, 35, 36])).toEqual(before);
    });

    it('speaks in every process of songs added and removed a moment ago', async () => {
      const { body } = await api.get(`/datasets/${datasetId}/songs?limit=1`);
      const [{ song_id: songId }] = body.songs as [{ song_id: string }];
      const removal = await fetch(`${fleet.api.url}/api/v1/datasets/${datasetId}/songs/${songId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${account.apiKey}` },
      });
      expect(removal.status).toBe(204);
      expect((await importSongs(songs, songs + 5)).status).toBe(200);
      for (const result of await checkAll([songs + 4, songs + 4, songs + 4, songs + 4])) {
        expect(result.total_songs_checked).toBe(songs + 4);
        expect(result.top_matches[0]!.title).toBe(`Song ${songs + 4}`);
      }
    });
  },
);
