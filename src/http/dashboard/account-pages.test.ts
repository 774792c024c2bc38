import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Browser,
  endedTask,
  joinAccount,
  openTestDashboard,
  setUp,
  type TestDashboard,
  unanswered,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
beforeAll(async () => {
  test = await openTestDashboard();
  browser = await setUp(test);
});
afterAll(() => test.close());

async function upload(name: string, content: string): Promise<{ musicId: string }> {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/dashboard/api/music?filename=${encodeURIComponent(name)}`,
    headers: {
      'x-contrafact-dashboard': '1',
      'content-type': 'application/octet-stream',
      cookie: browser.cookie,
    },
    payload: Buffer.from(content),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

it('every route but the entry points asks for a session', async () => {
  const open = ['/setup', '/login', '/logout', '/invitation'];
  const paths = [
    '/me',
    '/keys',
    '/callback',
    '/music',
    '/imports',
    '/tasks',
    '/deliveries',
    '/usage',
    '/members',
    '/instance',
  ];
  for (const path of paths) {
    expect(open).not.toContain(path);
    const answer = await test.app.inject({ method: 'GET', url: `/dashboard/api${path}` });
    expect([path, answer.statusCode]).toEqual([path, 401]);
  }
});

it('a key is shown once, listed by its beginning, and can be revoked', async () => {
  const created = await browser.send('POST', '/keys', { name: 'ingest' });
  const { id, api_key: apiKey } = created.json();
  const listed = (await browser.send('GET', '/keys')).body;
  expect(listed).toContain(id);
  expect(listed).not.toContain(apiKey);
  expect((await browser.send('DELETE', `/keys/${id}`)).statusCode).toBe(204);
  const past = await browser.send('POST', '/keys', { expires_at: '2001-01-01T00:00:00Z' });
  expect(past.statusCode).toBe(422);
});

it('a failed challenge is explained and leaves a URL that works in place', async () => {
  test.verdict = { verified: true, exchange: unanswered };
  const good = await browser.send('PUT', '/callback', { url: 'https://good.example/hook' });
  expect(good.json().verified_at).not.toBeNull();
  test.verdict = {
    verified: false,
    rule: 'status_not_200',
    reason: 'It answered 404.',
    exchange: unanswered,
  };
  const bad = (await browser.send('PUT', '/callback', { url: 'https://bad.example/hook' })).json();
  expect(bad.verdict).toMatchObject({ verified: false, rule: 'status_not_200', reason: 'It answered 404.' });
  expect(bad.url).toBe('https://good.example/hook');
  expect(bad.verified_at).not.toBeNull();
  await browser.send('DELETE', '/callback');
  test.verdict = { verified: false, rule: 'invalid_url', reason: 'It is no URL.', exchange: unanswered };
  expect((await browser.send('PUT', '/callback', { url: 'nonsense' })).json().url).toBeNull();
});

it('the secret is revealed on request only, and a rotation keeps the old one beside it', async () => {
  expect((await browser.send('GET', '/callback')).body).not.toContain('whsec_');
  const before = (await browser.send('POST', '/callback/secret/reveal')).json().secrets;
  const { secret } = (await browser.send('POST', '/callback/secret/rotate')).json();
  const after = (await browser.send('POST', '/callback/secret/reveal')).json().secrets;
  expect(after.map((one: { secret: string }) => one.secret)).toEqual([secret, before[0].secret]);
  expect(after[1].expires_at).not.toBeNull();
});

it('a test callback is queued, listed with its body, and can be sent again', async () => {
  test.verdict = { verified: true, exchange: unanswered };
  await browser.send('PUT', '/callback', { url: 'https://good.example/hook' });
  const { message_id: id } = (await browser.send('POST', '/callback/test')).json();
  await test.db.updateTable('messages').set({ status: 'failed', attempts: 9 }).where('id', '=', id).execute();
  const failed = (await browser.send('GET', '/deliveries?status=failed')).json().deliveries;
  expect(failed).toHaveLength(1);
  expect(JSON.parse(failed[0].body).task_name).toBe('test');
  expect((await browser.send('POST', '/deliveries/resend', { ids: [id] })).json()).toEqual({ resent: 1 });
  const again = (await browser.send('GET', '/deliveries?status=pending')).json().deliveries;
  expect(again[0]).toMatchObject({ id, attempts: 0 });
  expect((await browser.send('POST', '/deliveries/resend', { ids: ['msg_other'] })).statusCode).toBe(404);
});

it('a delivery names both songs of a comparison, the second one by its recording, its dataset or its lyrics', async () => {
  const { id: accountId } = await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const { musicId } = await upload('Second take.wav', 'sound');
  const names = async (operation: string, parameters: object): Promise<unknown> => {
    const taskId = await endedTask(test, accountId, null);
    await test.db
      .updateTable('tasks')
      .set({ operation, parameters: JSON.stringify(parameters) })
      .where('id', '=', taskId)
      .execute();
    const { message_id: id } = (await browser.send('POST', '/callback/test')).json();
    await test.db
      .updateTable('messages')
      .set({ task_id: taskId, kind: 'final' })
      .where('id', '=', id)
      .execute();
    const [delivery] = (await browser.send('GET', `/deliveries?task_id=${taskId}`)).json().deliveries;
    return [delivery.subject, delivery.other_subject];
  };
  test.verdict = { verified: true, exchange: unanswered };
  await browser.send('PUT', '/callback', { url: 'https://good.example/hook' });
  expect(await names('fingerprint-check', {})).toEqual(['A song.wav', null]);
  expect(await names('compare', { other_music_id: musicId })).toEqual(['A song.wav', 'Second take']);
  expect(await names('compare', { other_song: { title: 'Janine' } })).toEqual(['A song.wav', 'Janine']);
  expect(await names('lyric-plagiarism', { other_song_title: 'Harbour' })).toEqual(['A song.wav', 'Harbour']);
});

it('a range resends what failed in it, and what arrived only where asked', async () => {
  const make = async (status: 'failed' | 'delivered', createdAt: string): Promise<void> => {
    const { message_id: id } = (await browser.send('POST', '/callback/test')).json();
    await test.db
      .updateTable('messages')
      .set({ status, created_at: new Date(createdAt) })
      .where('id', '=', id)
      .execute();
  };
  await make('failed', '2020-03-01T00:00:00Z');
  await make('failed', '2020-03-02T00:00:00Z');
  await make('delivered', '2020-03-02T00:00:00Z');
  const resend = async (body: object): Promise<unknown> =>
    (await browser.send('POST', '/deliveries/resend', body)).json().resent;
  const day = { from: '2020-03-02T00:00:00Z', to: '2020-03-02T23:59:59Z' };
  expect(await resend(day)).toBe(1);
  expect(await resend(day)).toBe(0);
  expect(await resend({ ...day, also_delivered: true })).toBe(1);
  expect(await resend({ from: '2020-02-01T00:00:00Z', to: '2020-03-05T00:00:00Z' })).toBe(1);
  const backwards = await browser.send('POST', '/deliveries/resend', { from: day.to, to: day.from });
  expect(backwards.statusCode).toBe(422);
});

it('an upload plays back whole and by ranges, and only for its account', async () => {
  const music = await upload('ten.wav', '0123456789');
  const whole = await browser.send('GET', `/music/${music.musicId}/audio`);
  expect(whole.body).toBe('0123456789');
  const range = await browser.send('GET', `/music/${music.musicId}/audio`, undefined, { range: 'bytes=2-4' });
  expect([range.statusCode, range.body, range.headers['content-range']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ]);
  const beyond = await browser.send('GET', `/music/${music.musicId}/audio`, undefined, {
    range: 'bytes=99-',
  });
  expect(beyond.statusCode).toBe(416);
  expect((await browser.send('GET', '/music/mus_of_someone_else/audio')).statusCode).toBe(404);
});

it('a recording’s description is shown to its account alone', async () => {
  const music = await upload('described.wav', 'described');
  const own = await browser.send('GET', `/music/${music.musicId}/description`);
  expect(own.json()).toEqual({ state: 'failed', reason: 'There is no sound in it.' });
  expect((await browser.send('GET', '/music/mus_of_someone_else/description')).statusCode).toBe(404);
});

it('the lyrics of a transcription download as files, and nothing else does', async () => {
  const music = await upload('sung.wav', 'sung');
  const start = async (operation: string, model: string): Promise<string> =>
    (await browser.send('POST', '/tasks', { operation, model, music_id: music.musicId })).json().id;
  const id = await start('lyric-transcription', 'standard');
  const early = await browser.send('GET', `/tasks/${id}/lyrics.lrc`);
  expect(early.statusCode).toBe(404);
  const detail = { lines: [{ start_seconds: 1, end_seconds: 3.5, text: 'A line' }] };
  await test.db
    .updateTable('tasks')
    .set({ status: 'success', detail: JSON.stringify(detail) })
    .where('id', '=', id)
    .execute();
  const lrc = await browser.send('GET', `/tasks/${id}/lyrics.lrc`);
  expect(lrc.body).toBe('[ti:sung]\n[00:01.00]A line\n');
  expect(lrc.headers['content-disposition']).toBe(`attachment; filename="${id}.lrc"`);
  const srt = await browser.send('GET', `/tasks/${id}/lyrics.srt`);
  expect(srt.body).toContain('00:00:01,000 --> 00:00:03,500\nA line');
  const other = await start('fingerprint-check', '');
  expect((await browser.send('GET', `/tasks/${other}/lyrics.lrc`)).statusCode).toBe(404);
});

it('a comparison that succeeded downloads as a page that may load nothing, and nothing else does', async () => {
  const [one, other] = [await upload('one.wav', 'one'), await upload('other.wav', 'other')];
  const start = async (body: object): Promise<string> =>
    (await browser.send('POST', '/tasks', { ...body, music_id: one.musicId })).json().id;
  const id = await start({ operation: 'compare', other_music_id: other.musicId });
  expect((await browser.send('GET', `/tasks/${id}/report.html`)).statusCode).toBe(404);
  const check = await start({ operation: 'fingerprint-check' });
  await test.db.updateTable('tasks').set({ status: 'success' }).where('id', 'in', [id, check]).execute();
  const page = await browser.send('GET', `/tasks/${id}/report.html`);
  expect(page.body).toBe(`<p>${id}</p>`);
  expect(page.headers['content-disposition']).toBe(`attachment; filename="${id}.html"`);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/);
  expect((await browser.send('GET', `/tasks/${check}/report.html`)).statusCode).toBe(404);
});

it('deleting a recording removes its bytes and its fingerprint too', async () => {
  const music = await upload('gone.wav', 'gone');
  expect((await browser.send('DELETE', `/music/${music.musicId}`)).statusCode).toBe(204);
  expect(test.deleted).toEqual([music.musicId]);
  expect((await browser.send('GET', `/music/${music.musicId}/audio`)).statusCode).toBe(404);
  expect((await browser.send('DELETE', `/music/${music.musicId}`)).statusCode).toBe(404);
});

it('a task is started, listed with its song, cancelled, and run again', async () => {
  const music = await upload('song.wav', 'x');
  const started = await browser.send('POST', '/tasks', {
    operation: 'fingerprint-check',
    music_id: music.musicId,
  });
  expect(started.statusCode).toBe(202);
  const { id } = started.json();
  const listed = (await browser.send('GET', `/tasks?music_id=${music.musicId}`)).json().tasks;
  expect(listed).toMatchObject([{ id, status: 'pending', filename: 'song.wav' }]);
  expect((await browser.send('GET', `/tasks/${id}`)).json().body).toMatchObject({
    task_id: id,
    task_name: 'check_is_same',
    status: 'pending',
  });
  expect((await browser.send('POST', `/tasks/${id}/rerun`)).json().code).toBe('task_not_final');
  expect((await browser.send('POST', `/tasks/${id}/cancel`)).statusCode).toBe(204);
  expect((await browser.send('POST', `/tasks/${id}/rerun`)).statusCode).toBe(202);
});

it('a file of notes is refused by what listens to sound, and compared all the same', async () => {
  const music = await upload('notes.mid', 'notes');
  await test.db.updateTable('music').set({ format: 'midi' }).where('id', '=', music.musicId).execute();
  const start = (operation: string) =>
    browser.send('POST', '/tasks', { operation, model: 'standard', music_id: music.musicId });
  const listening = await start('ai-detection');
  expect([listening.statusCode, listening.json().code]).toEqual([422, 'needs_audio']);
  expect((await start('plagiarism')).statusCode).toBe(202);
});

it('a task with a model that there is not, or a song or dataset of nobody, is refused', async () => {
  const music = await upload('refused.wav', 'y');
  const model = { operation: 'ai-detection', model: 'best', music_id: music.musicId };
  expect((await browser.send('POST', '/tasks', model)).statusCode).toBe(422);
  const nowhere = { operation: 'plagiarism', model: 'standard', music_id: music.musicId, dataset_id: 'ds_x' };
  expect((await browser.send('POST', '/tasks', nowhere)).statusCode).toBe(404);
  const song = { operation: 'fingerprint-add', music_id: 'mus_unknown' };
  expect((await browser.send('POST', '/tasks', song)).statusCode).toBe(404);
});

async function startImport(datasetId: string, format: string, text: string): Promise<LightMyRequestResponse> {
  const path = `/datasets/${datasetId}/imports?format=${format}&name=My%20songs`;
  return browser.send('POST', path, Buffer.from(text), { 'content-type': 'application/octet-stream' });
}

async function endOfImport(importId: string): Promise<Record<string, never>> {
  await expect
    .poll(async () => (await browser.send('GET', `/imports/${importId}`)).json().status)
    .not.toMatch(/pending|processing/);
  return (await browser.send('GET', `/imports/${importId}`)).json();
}

it('an import is a job: it adds the good rows, reports the others by number, and stays in the list', async () => {
  const dataset = (await browser.send('POST', '/datasets', { name: 'Mine' })).json();
  const text =
    'title,lyrics,musicId\nFirst song,la la,\n,no title,\nSecond song,li li,\nStolen,,mus_of_someone_else\n';
  const started = await startImport(dataset.dataset_id, 'csv', text);
  expect(started.statusCode).toBe(202);
  const { report, ...job } = await endOfImport(started.json().import_id);
  expect(job).toMatchObject({
    name: 'My songs',
    status: 'success',
    rows: 4,
    added: 2,
    present: 0,
    rejected: 2,
  });
  const { song_ids: songIds, errors } = report as unknown as {
    song_ids: string[];
    errors: { row: number; detail: string }[];
  };
  expect(songIds).toHaveLength(2);
  expect(errors.map(({ row }) => row)).toEqual([2, 4]);
  expect(errors[1]?.detail).toContain('musicId');
  const songs = (await browser.send('GET', `/datasets/${dataset.dataset_id}/songs`)).json().songs;
  expect(songs.map((song: { title: string }) => song.title).sort()).toEqual(['First song', 'Second song']);
  const listed = (await browser.send('GET', `/imports?dataset_id=${dataset.dataset_id}`)).json().imports;
  expect(listed).toEqual([job]);
  const file = await browser.send('GET', `/imports/${started.json().import_id}/rejections.csv`);
  expect(file.body.split('\r\n')[1]).toBe('2,"title is missing."');
  const cancelled = await browser.send('POST', `/imports/${started.json().import_id}/cancel`);
  expect(cancelled.json().status).toBe('success');
  // The instance's own dataset is not a customer's to fill.
  expect((await startImport('default', 'csv', text)).statusCode).toBe(404);
  expect((await startImport(dataset.dataset_id, 'xml', text)).statusCode).toBe(422);
  expect((await startImport(dataset.dataset_id, 'csv', 'artist\nx')).statusCode).toBe(422);
});

it('files of a folder become songs by the rows that the page makes of them; chosen twice they add nothing', async () => {
  const { dataset_id: id } = (await browser.send('POST', '/datasets', { name: 'Folder' })).json();
  const music = await upload('take one.wav', 'folder song');
  const rows = [
    { file: 'Someone - By name.lrc', lrc: '[00:01.00]la la' },
    { file: 'take one.lrc', lrc: '[ti:Both]\n[00:01.00]li li', musicId: music.musicId },
    { file: 'empty.lrc', lrc: '' },
    { file: 'recording.wav', title: 'take one', artist: '', musicId: music.musicId },
  ];
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const first = await endOfImport((await startImport(id, 'jsonl', text)).json().import_id);
  expect(first).toMatchObject({
    rows: 4,
    added: 3,
    rejected: 1,
    report: { errors: [{ row: 3, detail: expect.stringContaining('empty.lrc') }] },
  });
  const again = await endOfImport((await startImport(id, 'jsonl', text)).json().import_id);
  expect(again).toMatchObject({ rows: 4, added: 0, present: 3, rejected: 1 });
  const { songs } = (await browser.send('GET', `/datasets/${id}/songs`)).json();
  const facts = songs.map((song: Record<string, unknown>) => [song.title, song.artist, song.musicId]);
  expect(facts.sort()).toEqual([
    ['Both', '', music.musicId],
    ['By name', 'Someone', null],
    ['take one', '', music.musicId],
  ]);
});

it('the page comes with a fresh nonce each time, which its policy names', async () => {
  const pages = await Promise.all(['/', '/app/tasks'].map((url) => test.app.inject({ method: 'GET', url })));
  const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page.body)?.[1] ?? '');
  expect(new Set(nonces).size).toBe(2);
  pages.forEach((page, index) => {
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonces[index]}'`);
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
  });
});

it('whoever administers the instance sees queue, accounts and storage', async () => {
  const report = (await browser.send('GET', '/instance')).json();
  expect(report.accounts).toHaveLength(1);
  expect(report.accounts[0].songs).toBeGreaterThan(0);
  const states = new Map(
    report.models.map((model: { id: string; state: string }) => [model.id, model.state]),
  );
  expect(states.get('mini-multi-static-128')).toBe('shipped');
  expect([...states.values()]).toContain('absent');
  expect(report.queue.pending).toBeGreaterThan(0);
  expect(report.storage.database_bytes).toBeGreaterThan(1_000_000);
});

it('the language of the screen is kept with the member, who alone sets it; 422: no language', async () => {
  const viewer = await joinAccount(test, browser, 'viewer');
  expect((await viewer.send('GET', '/me')).json().user.language).toBeNull();
  expect((await viewer.send('PATCH', '/me', { language: 'zh-Hans' })).json().user.language).toBe('zh-Hans');
  expect((await viewer.send('GET', '/me')).json().user.language).toBe('zh-Hans');
  expect((await browser.send('GET', '/me')).json().user.language).toBeNull();
  for (const wrong of [
    {},
    { language: '' },
    { language: '<b>' },
    { language: 'x'.repeat(40) },
    { language: 1 },
  ]) {
    expect((await viewer.send('PATCH', '/me', wrong)).statusCode).toBe(422);
  }
  expect((await viewer.send('PATCH', '/me', { language: null })).json().user.language).toBeNull();
});
