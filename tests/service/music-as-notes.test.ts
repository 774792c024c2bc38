/** Songs as music over real HTTP: described in the background, MIDI like recordings, two songs compared. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { midiFile, repeatedNotes } from '../../src/analyses/describe/test-support/midi-files.js';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { type Api, type ApiAnswer, apiOf } from '../support/api.js';
import { describingUploads, type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { songFile } from '../support/songs.js';

let instance: Instance;
let receiver: TestReceiver;
let account: TestAccount;
let api: Api;
beforeAll(async () => {
  receiver = await startReceiver();
  instance = await startInstance({ env: { ...receiverEnv, ...describingUploads } });
  account = await instance.account('enterprise');
  await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
  api = apiOf(instance, account);
});
afterAll(async () => {
  await instance?.stop();
  await receiver?.close();
});

const tune = generateMelody(11, 64);
const moved = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 3 }));

async function described(musicId: string): Promise<ApiAnswer> {
  for (;;) {
    const answer = await api.get(`/music/${musicId}/description`);
    if (answer.status !== 409) return answer;
    expect(answer.body.code).toBe('description_pending');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await sleep(200);
  }
}

it('every upload is described in the background, without anybody asking', async () => {
  const musicId = await api.upload(songFile(0, 30), 'song.wav');
  // Nothing else runs: whatever is done is done by itself.
  await sleep(1000);
  const { status, body } = await described(musicId);
  expect(status).toBe(200);
  expect(body).toMatchObject({ musicId, source: 'audio', meter: expect.any(Number) });
  expect((body.beats as number[]).length).toBeGreaterThan(20);
  expect(body.chords).toHaveLength((body.beats as number[]).length);
  expect(body).not.toHaveProperty('notes');
  const withNotes = await api.get(`/music/${musicId}/description?notes=true`);
  expect((withNotes.body.notes as object[]).length).toBeGreaterThan(20);
});

it('a MIDI file is a song: its description comes from its notes, and a dataset with it is searched', async () => {
  const musicId = await api.upload(writeMidi(tune), 'tune.mid');
  const { body } = await described(musicId);
  expect(body).toMatchObject({ source: 'midi', tempo_bpm: 120, meter: 4, vocal_activity: [] });
  expect(
    (body.melodies as { topline: { midi_pitch: number }[] }).topline.map((note) => note.midi_pitch),
  ).toEqual(tune.map((note) => note.midiPitch));
  const { dataset_id } = (await api.post('/datasets', { name: 'Tunes' })).body;
  const song = { title: 'The tune', artist: 'Nobody', musicId };
  expect((await api.post(`/datasets/${dataset_id}/songs`, song)).status).toBe(201);
  // A match without a name would tell nobody anything.
  const nameless = await api.post(`/datasets/${dataset_id}/songs`, { ...song, title: ' \t ' });
  expect(nameless.body).toMatchObject({ status: 422, errors: [{ pointer: '#/title' }] });
  const query = await api.upload(writeMidi(moved, { bpm: 100 }), 'moved.mid');
  const started = await api.post('/plagiarism/standard', { musicId: query, dataset_id });
  const { body: final } = await receiver.final(String(started.body.task_id));
  const [match] = (final.result as { signature: { comparison: { title: string } }[] }).signature;
  expect(match?.comparison.title).toBe('The tune');
});

it.each([
  ['empty', () => new Uint8Array(0), 'not_decodable'],
  ['cut in its header', () => Buffer.from('MThd\0\0'), 'not_decodable'],
  ['without notes', () => midiFile([[0, 0xff, 0x2f, 0]]), 'not_decodable'],
  ['of a million notes', () => midiFile([repeatedNotes(1_000_000)]), 'not_decodable'],
])('a MIDI file %s is refused with the reason', async (_, make, code) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(make())]), 'tune.mid');
  const answer = await fetch(`${instance.url}/api/v1/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: form,
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code, detail: expect.stringMatching(/\S/) });
});

it('two songs are compared: the callback has the matches, the report is one page with their sound', async () => {
  const original = await api.upload(songFile(1, 30), 'original.wav');
  const other = await api.upload(songFile(1, 24), 'shorter.wav');
  const started = await api.post('/compare', { musicId: original, otherMusicId: other });
  expect(started.status).toBe(202);
  const taskId = String(started.body.taskId);
  const { body } = await receiver.final(taskId);
  expect(body).toMatchObject({ task_name: 'music_comparison', status: 'success' });
  const { signature } = body.result as { signature: { signature_metric: number }[] };
  expect(signature[0]!.signature_metric).toBeGreaterThan(0.9);
  const report = await fetch(`${instance.url}/api/v1/tasks/${taskId}/report`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  expect(report.status).toBe(200);
  const page = await report.text();
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain('data:audio/wav;base64,');
  await fetch(`${instance.url}/api/v1/music/${other}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  expect((await api.get(`/tasks/${taskId}/report`)).body.code).toBe('no_report');
});

it('silence is described as nothing at all', async () => {
  const silence = wavFile(new Float32Array(4 * 16_000), 16_000);
  const musicId = await api.upload(silence, 'silence.wav');
  const { status, body } = await described(musicId);
  expect(status).toBe(200);
  expect(body).toMatchObject({ tempo_bpm: 0, beats: [], chords: [], key: null });
});
