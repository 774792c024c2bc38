import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, wav } from '../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';

const dataset = '/api/v1/datasets';

let service: TestService;
let account: TestAccount;
const removed: string[] = [];
const added: string[] = [];
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      songListener: {
        added: async (_dataset, ids) => void added.push(...ids),
        removed: async (_dataset, ids) => void removed.push(...ids),
      },
    },
  );
  account = await service.account();
});
afterAll(() => service.close());

const get = (url: string, who = account) => service.call(who, { method: 'GET', url });
const post = (url: string, json?: unknown, who = account) =>
  service.call(who, { method: 'POST', url, ...(json === undefined ? {} : { json }) });
const remove = (url: string, who = account) => service.call(who, { method: 'DELETE', url });

describe('datasets', () => {
  const create = async (name = 'Mine', who = account): Promise<string> =>
    (await post(dataset, { name, description: 'about' }, who)).json().dataset_id;

  it('default always exists, is listed first and is read-only', async () => {
    const list = (await get(dataset)).json();
    expect(list.datasets[0]).toMatchObject({ dataset_id: 'default', read_only: true });
    expect((await get(`${dataset}/default`)).statusCode).toBe(200);
    for (const answer of [
      await remove(`${dataset}/default`),
      await post(`${dataset}/default/songs`, { title: 'x', lyrics: 'y' }),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('read_only_dataset');
    }
  });

  it('422: a name of spaces is none, since nobody could choose or open such a dataset; spaces around one are left out', async () => {
    expect((await post(dataset, { name: '  ' })).statusCode).toBe(422);
    expect((await post(dataset, { name: ' Hymns ' })).json().name).toBe('Hymns');
  });

  it('201, 200, 204, 404: create, read, list page by page, delete', async () => {
    const owner = await service.account();
    const made = await post(dataset, { name: 'Mine', description: 'about' }, owner);
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ name: 'Mine', description: 'about', read_only: false, songs: 0 });
    const url = `${dataset}/${made.json().dataset_id}`;
    expect(made.headers.location).toBe(url);
    expect((await get(url, owner)).json()).toEqual(made.json());
    await create('Second', owner);
    const names = [];
    let cursor = '';
    do {
      const page = (await get(`${dataset}?limit=1${cursor && `&cursor=${cursor}`}`, owner)).json();
      names.push(page.datasets[0].name);
      cursor = page.next_cursor;
    } while (cursor);
    expect(names.slice(1)).toEqual(['Second', 'Mine']);
    expect((await remove(url, owner)).statusCode).toBe(204);
    expect((await get(url, owner)).statusCode).toBe(404);
    expect((await remove(url, owner)).statusCode).toBe(404);
  });

  it('names are kept as one line without invisible marks, of datasets, songs and uploads', async () => {
    const name = 'Night\u202e\u2066 Song\nTwo\u200b';
    const kept = 'Night Song Two';
    expect((await post(dataset, { name })).json().name).toBe(kept);
    const song = { title: name, artist: name, lyrics: 'la la' };
    const url = `${dataset}/${await create()}/songs`;
    expect((await post(url, song)).json()).toMatchObject({ title: kept, artist: kept });
    const fields = [
      ['title', name],
      ['artist', name],
    ] as const;
    const upload = form(fields, [{ filename: 'n.wav', content: wav(0.1, 43) }]);
    expect(
      (await service.call(account, { method: 'POST', url: '/api/v1/music', ...upload })).json(),
    ).toMatchObject({ title: kept, artist: kept });
    expect((await post(url, { ...song, title: '\u202e' })).statusCode).toBe(422);
  });

  it('songs: 201 with lyrics, with a musicId, with a file; listed without and read with lyrics; 204 removed', async () => {
    const url = `${dataset}/${await create()}/songs`;
    const facts = { title: 'T', artist: 'A', year: '1999', link: 'https://example.com/t', language: 'en' };
    const withLyrics = await post(url, { ...facts, lyrics: 'la la' });
    expect(withLyrics.statusCode).toBe(201);
    expect(withLyrics.json()).toMatchObject({ ...facts, lyrics: 'la la', has_lyrics: true, musicId: null });
    expect(added).toContain(withLyrics.json().song_id);
    const musicId = await service.upload(account, 41);
    const withMusic = await post(url, { title: 'M', musicId });
    expect(withMusic.json()).toMatchObject({ musicId, has_lyrics: false, artist: '', year: '', link: null });
    const file = form([['title', 'F']], [{ filename: 'f.wav', content: wav(0.1, 42) }]);
    const withFile = await service.call(account, { method: 'POST', url, ...file });
    expect(withFile.statusCode).toBe(201);
    expect(withFile.json().musicId).toMatch(/^mus_/);

    const page = (await get(`${url}?limit=2`)).json();
    expect(page.songs.map((song: { title: string }) => song.title)).toEqual(['T', 'M']);
    expect(page.songs[0].lyrics).toBeUndefined();
    const next = (await get(`${url}?limit=2&cursor=${page.next_cursor}`)).json();
    expect(next.songs.map((song: { title: string }) => song.title)).toEqual(['F']);

    const one = `${url}/${withLyrics.json().song_id}`;
    expect((await get(one)).json().lyrics).toBe('la la');
    expect((await remove(one)).statusCode).toBe(204);
    expect(removed).toContain(withLyrics.json().song_id);
    expect((await get(one)).statusCode).toBe(404);
    expect((await remove(one)).statusCode).toBe(404);
  });

  it('songs: one takes the place of another at once, and only of one that is there', async () => {
    const url = `${dataset}/${await create()}/songs`;
    const old = (await post(url, { title: 'Old', lyrics: 'la la' })).json().song_id;
    const other = (await post(`${dataset}/${await create()}/songs`, { title: 'Other', lyrics: 'x' })).json();
    const answer = await post(url, { title: 'New', lyrics: 'lo lo', replaces: old });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ title: 'New', lyrics: 'lo lo' });
    expect(removed).toContain(old);
    expect(added).toContain(answer.json().song_id);
    const titles = async () => (await get(url)).json().songs.map((song: { title: string }) => song.title);
    expect(await titles()).toEqual(['New']);
    for (const replaces of [old, other.song_id, 'song_none']) {
      const wrong = await post(url, { title: 'Never', lyrics: 'x', replaces });
      expect(wrong.statusCode).toBe(422);
      expect(wrong.json().errors).toEqual([
        { pointer: '#/replaces', detail: 'Names no song of this dataset.' },
      ]);
    }
    expect(await titles()).toEqual(['New']);
    expect((await get(`${dataset}/${other.dataset_id}`)).json().songs).toBe(1);
  });

  it.each([
    ['neither lyrics nor audio', { title: 'x' }],
    ['no title', { lyrics: 'x' }],
    ['a year that is none', { title: 'x', lyrics: 'y', year: 'soon' }],
    ['a link that is no URL', { title: 'x', lyrics: 'y', link: 'javascript:alert(1)' }],
  ])('422: a song with %s', async (_what, json) => {
    expect((await post(`${dataset}/${await create()}/songs`, json)).json().code).toBe('validation_error');
  });

  it('422 unknown_music_id: a song with music that is not there', async () => {
    const answer = await post(`${dataset}/${await create()}/songs`, { title: 'x', musicId: 'mus_none' });
    expect(answer.json().code).toBe('unknown_music_id');
  });

  it('import: 200 with a report of each row; good rows are added', async () => {
    const id = await create();
    const answer = await service.call(account, {
      method: 'POST',
      url: `${dataset}/${id}/import`,
      payload: 'title,lyrics,year\nOne,la la,\nbroken,,\nThree,lo lo,1999\n,no title,\nFive,x,soon',
      headers: { 'content-type': 'text/csv' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      rows: 5,
      added: 2,
      rejected: 3,
      errors: [
        { row: 2 },
        { row: 4, detail: 'title is missing.' },
        { row: 5, detail: 'year: Must be four digits.' },
      ],
    });
    expect(answer.json().song_ids).toHaveLength(2);
    expect((await get(`${dataset}/${id}`)).json().songs).toBe(2);
  });

  it('import: 413 over the limit, 415 for JSON, 422 for nothing', async () => {
    const url = `${dataset}/${await create()}/import`;
    const send = (payload: string, type: string) =>
      service.call(account, { method: 'POST', url, payload, headers: { 'content-type': type } });
    expect((await send('x'.repeat(2_000_001), 'text/csv')).statusCode).toBe(413);
    expect((await send('{}', 'application/json')).statusCode).toBe(415);
    expect((await send('', 'text/csv')).statusCode).toBe(422);
    expect((await send('artist\nx', 'text/csv')).json().detail).toContain('"title"');
    const rows = [
      { title: 'A', lyrics: 'x', musicId: 'mus_none' },
      { title: 'B\0', lyrics: 'x' },
      { title: 'C', lyrics: 'y' },
    ];
    const jsonl = await send(rows.map((row) => JSON.stringify(row)).join('\n'), 'application/x-ndjson');
    expect(jsonl.json()).toMatchObject({ added: 1, rejected: 2, errors: [{ row: 1 }, { row: 2 }] });
    expect((await send('a\0b,c', 'text/csv')).statusCode).toBe(422);
  });
});
