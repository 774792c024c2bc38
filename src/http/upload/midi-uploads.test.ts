import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form } from '../../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../tests/contract/support/service.js';
import { midiFile, repeatedNotes } from '../../analyses/describe/test-support/midi-files.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';

describe('a MIDI file as a song', () => {
  let service: TestService;
  let account: TestAccount;
  beforeAll(async () => {
    service = await startTestService({ maxUploadBytes: 8_000_000 });
    account = await service.account();
  });
  afterAll(() => service.close());

  const send = (url: string, content: Uint8Array, fields: [string, string][] = []) =>
    service.call(account, {
      method: 'POST',
      url,
      ...form(fields, [{ filename: 'My tune.mid', content: Buffer.from(content) }]),
    });
  const post = (url: string, json: unknown) => service.call(account, { method: 'POST', url, json });
  const tune = (seed: number) => writeMidi(generateMelody(seed, 24));
  const audioOperations = [
    '/api/v1/lyric-transcription/standard',
    '/api/v1/lyric_transcription/standard',
    '/api/v1/ai-detection/lite',
    '/api/v1/ai-detection/pro-v2',
  ];

  it('201: is a music record without rate and channels, titled by its file name', async () => {
    const answer = await send('/api/v1/music', tune(1));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      format: 'midi',
      title: 'My tune',
      sample_rate: 0,
      channels: 0,
    });
    expect(answer.json().duration_seconds).toBeGreaterThan(4);
  });

  it('201 with the warning cut_off: it ends inside a track', async () => {
    const whole = tune(9);
    const answer = await send('/api/v1/music', whole.subarray(0, whole.length - 40));
    expect(answer.statusCode).toBe(201);
    expect(answer.json().warnings).toMatchObject([{ code: 'cut_off' }]);
  });

  it('202: plagiarism takes it by its musicId and as a file; a dataset takes it as a song', async () => {
    const { musicId } = (await send('/api/v1/music', tune(2))).json();
    expect((await post('/api/v1/plagiarism/standard', { musicId })).statusCode).toBe(202);
    expect((await send('/api/v1/plagiarism/standard', tune(3))).statusCode).toBe(202);
    const { dataset_id } = (await post('/api/v1/datasets', { name: 'Tunes' })).json();
    const song = await send(`/api/v1/datasets/${dataset_id}/songs`, tune(4), [['title', 'Four']]);
    expect(song.statusCode).toBe(201);
  });

  it.each([...audioOperations, '/api/v1/fingerprint/add', '/api/v1/fingerprint/check'])(
    '422 needs_audio: %s',
    async (url) => {
      const { musicId } = (await send('/api/v1/music', tune(5))).json();
      const answer = await post(url, { musicId });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'needs_audio',
        detail: expect.stringContaining('recording'),
      });
    },
  );

  it.each(audioOperations)('422 needs_audio: %s with the file itself, which is not kept', async (url) => {
    const before = (await service.dependencies.music.list(account.id, { limit: 200 })).items.length;
    const answer = await send(url, tune(6));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('needs_audio');
    const after = (await service.dependencies.music.list(account.id, { limit: 200 })).items.length;
    expect(after).toBe(before);
  });

  it.each([
    ['cut in its header', () => Buffer.from('MThd\0\0'), /ends inside its header/],
    ['without tracks', () => midiFile([]), /no tracks/],
    ['without notes', () => midiFile([[0, 0xff, 0x2f, 0]]), /no notes/],
    ['of far too many notes', () => midiFile([repeatedNotes(1_000_000)]), /more than 200,000 notes/],
  ])('422 not_decodable: a file %s, with the reason', async (_, make, reason) => {
    const answer = await send('/api/v1/music', make());
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'not_decodable', detail: expect.stringMatching(reason) });
  });

  it('422 audio_too_long: notes that last longer than is accepted', async () => {
    const long = writeMidi(generateMelody(7, 24), { bpm: 10 });
    expect((await send('/api/v1/music', long)).json().code).toBe('audio_too_long');
  });

  it('415: a MIDI file as the body itself, without a form', async () => {
    const answer = await service.call(account, {
      method: 'POST',
      url: '/api/v1/music',
      payload: Buffer.from(tune(8)),
      headers: { 'content-type': 'audio/midi' },
    });
    expect(answer.statusCode).toBe(415);
  });
});
