import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.js';
import { ConfigError } from '../domain/config-error.js';
import { transcriptionOptions } from './transcription.js';

let server: Server;
let url: string;
let requests = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => response.end('{"text":"heard"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const options = (settings: Record<string, string>) => transcriptionOptions(readConfig(settings));
const ask = (settings: Record<string, string>) =>
  options({ CONTRAFACT_TRANSCRIBE_URL: url, ...settings }).remote!.transcribe({
    wav: Buffer.from('RIFF'),
    language: null,
    signal: new AbortController().signal,
  });

describe('the operator’s transcription endpoint', () => {
  it.each([
    ['its own exception', { CONTRAFACT_TRANSCRIBE_ALLOW: '127.0.0.0/8' }],
    [
      'the rules of callbacks',
      { CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8:*', CONTRAFACT_CALLBACK_HTTP: 'true' },
    ],
  ])('on a private address is reached by %s', async (_, settings) => {
    expect((await ask(settings)).text).toBe('heard');
  });

  it.each([
    ['nothing allows it', {}],
    ['another network is allowed', { CONTRAFACT_TRANSCRIBE_ALLOW: '10.0.0.0/8' }],
    ['callbacks may reach it, but only by https', { CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8:*' }],
    ['http is allowed, but not the address', { CONTRAFACT_CALLBACK_HTTP: 'true' }],
  ])('on a private address is refused where %s', async (_, settings) => {
    const before = requests;
    await expect(ask(settings)).rejects.toThrow(/may not be reached|cannot be reached/);
    expect(requests).toBe(before);
  });
});

describe('the choice of models', () => {
  it('is handed on', () => {
    const chosen = options({
      CONTRAFACT_RECOGNISER: 'whisper-tiny',
      CONTRAFACT_SEPARATOR: 'none',
      CONTRAFACT_DETECTOR: 'silero-vad',
    });
    expect(chosen).toMatchObject({ recogniser: 'whisper-tiny', separator: 'none', detector: 'silero-vad' });
    expect(chosen.remote).toBeUndefined();
  });

  it.each([
    [{ CONTRAFACT_RECOGNISER: 'yamnet' }, /CONTRAFACT_RECOGNISER: "yamnet" is none of .*whisper-base/],
    [{ CONTRAFACT_SEPARATOR: 'nothing' }, /CONTRAFACT_SEPARATOR.*htdemucs-ft-vocals/],
    [{ CONTRAFACT_DETECTOR: 'whisper-base' }, /CONTRAFACT_DETECTOR.*yamnet/],
    [
      { CONTRAFACT_RECOGNISER: 'whisper-base', CONTRAFACT_TRANSCRIBE_URL: 'https://a.example' },
      /only one can transcribe/,
    ],
    [{ CONTRAFACT_TRANSCRIBE_URL: 'ftp://a.example' }, /http or https URL/],
  ])('%j is refused at the start', (settings, message) => {
    const start = () => options(settings as unknown as Record<string, string>);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(message);
  });
});
