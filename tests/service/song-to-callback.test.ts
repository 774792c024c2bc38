/** A song goes in, a signed answer comes out: the whole way, over real HTTP, verified as a customer would. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { synthesiseSpeech } from '../../bench/fingerprint/synthetic-speech.js';
import { verifyCallback } from '../../client/src/verify-callback.js';
import { wavFile } from '../../src/signal/wav.js';
import { type Api, apiOf } from '../support/api.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { type Received, receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { excerptFile, songFile, songTitle } from '../support/songs.js';

const songSeconds = 40;
let instance: Instance;
let receiver: TestReceiver;
let account: TestAccount;
let api: Api;
beforeAll(async () => {
  receiver = await startReceiver();
  instance = await startInstance({ env: receiverEnv });
  account = await instance.account('enterprise');
  const { accountId } = account;
  const verdict = await instance.command('setCallback', { accountId, url: receiver.url });
  expect(verdict).toEqual({ verified: true });
  api = apiOf(instance, account);
});
afterAll(async () => {
  await instance?.stop();
  await receiver?.close();
});

async function start(path: string, body: object): Promise<string> {
  const answer = await api.post(path, body);
  expect(answer.status).toBe(202);
  const taskId = String(answer.body.taskId ?? answer.body.task_id);
  expect(taskId).toMatch(/^task_\d{14}_[0-9a-z]{8}$/);
  expect(answer.headers.get('location')).toBe(`/api/v1/tasks/${taskId}`);
  return taskId;
}

async function expectSigned(callback: Received): Promise<void> {
  const { headers, text } = callback;
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const good = await verifyCallback({ headers: flat, body: text, secret: account.signingSecret });
  expect(good).toMatchObject({ valid: true });
  const forged = await verifyCallback({ headers: flat, body: `${text} `, secret: account.signingSecret });
  expect(forged).toMatchObject({ valid: false });
}

it('a registered song is recognised in a degraded excerpt, and the signed callback says which', async () => {
  const musicId = await api.upload(songFile(0, songSeconds), 'song.wav');
  const added = await receiver.final(await start('/fingerprint/add', { musicId }));
  expect(added.body).toEqual({
    task_id: expect.any(String),
    task_name: 'add_audio_in_index',
    status: 'success',
    completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  await expectSigned(added);

  const excerpt = await api.upload(excerptFile(0, songSeconds, 12, 20), 'excerpt.wav');
  const checked = await receiver.final(await start('/fingerprint/check', { musicId: excerpt }));
  expect(checked.body).toMatchObject({
    task_name: 'check_is_same',
    status: 'success',
    result: { is_duplicate: true, matched_music_id: musicId, matched_musicname: songTitle(0) },
  });
  await expectSigned(checked);
});

it('a stranger is no duplicate, and the index is still there after a restart', async () => {
  await instance.restart();
  const stranger = await api.upload(songFile(3, songSeconds), 'stranger.wav');
  const checked = await receiver.final(await start('/fingerprint/check', { musicId: stranger }));
  expect(checked.body.result).toEqual({
    is_duplicate: false,
    matched_music_id: null,
    matched_musicname: null,
  });
  const again = await api.upload(excerptFile(0, songSeconds, 5, 20), 'again.wav');
  const found = await receiver.final(await start('/fingerprint/check', { musicId: again }));
  expect(found.body.result).toMatchObject({ is_duplicate: true });
});

it('speech in which no song is found is no definite stranger', async () => {
  const speech = await api.upload(wavFile(synthesiseSpeech(15, 1), 16_000), 'talk.wav');
  const taskId = await start('/fingerprint/check', { musicId: speech });
  const checked = await receiver.final(taskId);
  expect(checked.body.status).toBe('failure');
  const { body } = await api.get(`/tasks/${taskId}`);
  expect(body).toMatchObject({ detail: { verdict: { finding: 'cannot_tell' } } });
});

it('a song taken out of the index is not found any more', async () => {
  const musicId = await api.upload(songFile(1, songSeconds), 'removed.wav');
  await receiver.final(await start('/fingerprint/add', { musicId }));
  const removal = await fetch(`${instance.url}/api/v1/fingerprint/${musicId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  expect(removal.status).toBe(204);
  const checked = await receiver.final(await start('/fingerprint/check', { musicId }));
  expect(checked.body.result).toMatchObject({ is_duplicate: false });
});

it('AI detection sends one processing callback and then its result under the file’s name', async () => {
  const musicId = await api.upload(songFile(2, songSeconds), 'mine.wav');
  const taskId = await start('/ai-detection/standard', { musicId });
  const final = await receiver.final(taskId);
  expect(final.body).toMatchObject({ status: 'success', model_type: 'standard' });
  const byFile = (final.body.result as Record<string, { model_results: unknown[] }>)['mine.wav'];
  expect(byFile?.model_results).toHaveLength(4);
  const before = receiver.received.filter(
    ({ body }) => body.task_id === taskId && body.status === 'processing',
  );
  expect(before.map(({ body }) => body.result)).toEqual([null]);
});

it('lyrics hidden in a song of the database are found, line beside line', async () => {
  const dataset = await api.post('/datasets', { name: 'mine' });
  const lines = [
    'Seven lanterns on the harbour wall',
    'Nobody counts the boats at dawn',
    'Salt in the letters that I sent',
  ];
  const added = await api.post(`/datasets/${dataset.body.dataset_id}/songs`, {
    title: 'Harbour Wall',
    artist: 'Nobody',
    year: '1999',
    lyrics: [...lines, 'Rain came down on Monday'].join('\n'),
  });
  expect(added.status).toBe(201);
  const taskId = await start('/lyric-plagiarism/standard', {
    song_title: 'Copy',
    lyric_text: ['A quiet room with nothing in it', ...lines].join('\n'),
  });
  const final = await receiver.final(taskId);
  expect(final.body).toMatchObject({
    task_name: 'lyric_plagiarism_checking',
    status: 'completed',
    result: { total_songs_checked: 1 },
  });
  const [match] = (final.body.result as { top_matches: Array<Record<string, unknown>> }).top_matches;
  expect(match).toMatchObject({ rank: 1, title: 'Harbour Wall', artist: 'Nobody', year: '1999' });
  const parts = match?.similar_parts as Array<{ query_sentence: string; target_sentence: string }>;
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(part.query_sentence).toBe(part.target_sentence);
});

it('a recording that shares its melody with a song of a dataset is matched bar by bar', async () => {
  const dataset = await api.post('/datasets', { name: 'melodies' });
  for (const [index, title] of [
    [4, 'The one'],
    [5, 'Another'],
  ] as const) {
    const musicId = await api.upload(songFile(index, songSeconds), `${title}.wav`);
    const added = await api.post(`/datasets/${dataset.body.dataset_id}/songs`, { title, musicId });
    expect(added.status).toBe(201);
  }
  const musicId = await api.upload(excerptFile(4, songSeconds, 4, 30), 'suspect.wav');
  const taskId = await start('/plagiarism/standard', { musicId, dataset_id: dataset.body.dataset_id });
  const final = await receiver.final(taskId, 150_000);
  expect(final.body).toMatchObject({ task_type: 'plagiarism_detection', status: 'success' });
  const result = final.body.result as Record<string, Array<Record<string, never>>>;
  expect(Object.keys(result).sort()).toEqual(['inst', 'signature', 'topline', 'vocal']);
  const match = result.signature?.[0];
  expect(match).toMatchObject({
    signature_metric: expect.any(Number),
    original: { link: null, key: expect.stringMatching(/ (major|minor)$/) },
    comparison: { title: 'The one' },
    scores: { chord: expect.any(Number), topline: { bpm_ratio: expect.any(Number) } },
  });
});

it('without a recogniser an instrumental gets its documented answer', async () => {
  const musicId = await api.upload(songFile(1, songSeconds), 'instrumental.wav');
  const final = await receiver.final(await start('/lyric_transcription/standard', { musicId }), 150_000);
  expect(final.body).toMatchObject({
    task_name: 'lyric-transcription',
    status: 'success',
    result_json: { lyrics: '', languages: [{ code: 'Inst', probability: 1 }], is_instrumental: true },
  });
});

it('metrics, health and logs tell of the work without telling secrets', async () => {
  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  expect(metrics).toMatch(
    /contrafact_task_attempts_total\{operation="fingerprint-check",outcome="success"\} [1-9]/,
  );
  expect(metrics).toMatch(/contrafact_callback_attempts_total\{state="delivered"\} [1-9]/);
  expect((await fetch(`${instance.url}/livez`)).status).toBe(200);
  for (const secret of [account.apiKey, account.signingSecret, 'Seven lanterns']) {
    expect(instance.logs).not.toContain(secret);
  }
});

it('a graceful stop ends with exit code 0', async () => {
  expect(await instance.halt()).toBe(0);
});
