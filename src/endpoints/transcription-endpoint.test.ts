import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../callbacks/addresses.js';
import { createEgressGuard } from '../callbacks/egress-guard.js';
import { createPost } from '../callbacks/send.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { createTranscriptionEndpoint, transcriptionUrl } from './transcription-endpoint.js';

interface Seen {
  url: string;
  authorization: string | undefined;
  body: string;
}

let server: Server;
let url: string;
let seen: Seen[];
let answers: ((response: ServerResponse) => void)[];

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization } = request.headers;
    seen.push({ url: request.url ?? '', authorization, body: Buffer.concat(chunks).toString('latin1') });
    (answers.length > 1 ? answers.shift()! : answers[0]!)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answers = [json({ text: 'la la', language: 'english', segments: [segment] })];
});

const segment = { start: 0.5, end: 2, text: ' la la', no_speech_prob: 0.1, avg_logprob: -0.3 };
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const post = createPost(createEgressGuard({ allow: parseAllowList('127.0.0.0/8:*'), allowHttp: true }));
const pauses: number[] = [];
const endpoint = (more: object = {}) =>
  createTranscriptionEndpoint({
    url,
    model: 'large',
    apiKey: 'sk-secret-key',
    timeoutSeconds: 5,
    post,
    pause: async (milliseconds) => pauses.push(milliseconds),
    ...more,
  });
const transcribe = (more: object = {}, signal = new AbortController().signal) =>
  endpoint(more).transcribe({ wav: Buffer.from('RIFFdata'), language: 'de', signal });

describe('a segment', () => {
  it('is posted as a form with file, model, format and language, and the key as a bearer', async () => {
    await transcribe();
    expect(seen).toHaveLength(1);
    expect(seen[0]!.url).toBe('/v1/audio/transcriptions');
    expect(seen[0]!.authorization).toBe('Bearer sk-secret-key');
    for (const part of [
      'name="model"\r\n\r\nlarge\r\n',
      'name="response_format"\r\n\r\nverbose_json\r\n',
      'name="language"\r\n\r\nde\r\n',
      'name="file"; filename="segment.wav"\r\ncontent-type: audio/wav\r\n\r\nRIFFdata\r\n',
    ]) {
      expect(seen[0]!.body).toContain(part);
    }
  });

  it('comes back with times, language and what the model thinks of it', async () => {
    expect(await transcribe()).toEqual({
      text: 'la la',
      language: 'en',
      segments: [
        {
          startSeconds: 0.5,
          endSeconds: 2,
          text: ' la la',
          noSpeech: 0.1,
          meanLogProbability: -0.3,
          compressionRatio: 0,
          temperature: 0,
        },
      ],
    });
  });

  it('has null for what the endpoint does not say of its words: 0 would be certainty', async () => {
    answers = [json({ text: 'la', segments: [{ start: 0, end: 1, text: 'la' }] })];
    const { segments } = await transcribe();
    expect(segments![0]).toMatchObject({ noSpeech: null, meanLogProbability: null });
  });

  it.each([
    ['de', 'de'],
    ['Korean', 'ko'],
    ['mandarin', 'zh'],
    ['klingon', null],
    [undefined, null],
  ])('a language that is named %s is %s', async (language, code) => {
    answers = [json({ text: 'x', language })];
    expect(await transcribe()).toMatchObject({ language: code, segments: null });
  });
});

describe('an endpoint that does not answer well', () => {
  it('is asked again after a moment where that may help, as long as it asks to wait', async () => {
    pauses.length = 0;
    answers = [json({}, 503), json({}, 429, { 'retry-after': '7' }), json({ text: 'x' })];
    expect((await transcribe()).text).toBe('x');
    expect([seen.length, pauses]).toEqual([3, [1000, 7000]]);
  });

  it.each([
    ['refuses the key', json({}, 401), 1, /refuses its key.*CONTRAFACT_TRANSCRIBE_API_KEY/],
    ['has no such route', json({}, 404), 1, /CONTRAFACT_TRANSCRIBE_URL/],
    ['takes nothing so large', json({}, 413), 1, /413/],
    ['always fails', json({}, 500), 3, /HTTP 500/],
    ['answers something else', json({ words: 1 }), 1, /the answer's text/],
    ['answers a page', (r: ServerResponse) => void r.end('<html>'), 1, /not JSON/],
    ['redirects', json({}, 302, { location: 'http://127.0.0.1/' }), 1, /redirect/],
    [
      'answers without end',
      (r: ServerResponse) => void r.end(JSON.stringify({ text: 'x'.repeat(3e6) })),
      1,
      /MB/,
    ],
    ['breaks off', (r: ServerResponse) => void r.destroy(), 3, /cannot be reached/],
  ])('%s: a clear failure that shows no secret', async (_, answer, requests, message) => {
    answers = [answer];
    const error = await transcribe().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AnalysisError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/sk-secret-key|127\.0\.0\.1/);
    expect(seen).toHaveLength(requests);
  });

  it('says nothing at all: the limit on time holds', async () => {
    answers = [() => {}];
    await expect(transcribe({ timeoutSeconds: 0.05 })).rejects.toThrow(/no answer within 0.05 seconds/);
  });

  it('is left at once when the task is cancelled', async () => {
    const stop = new AbortController();
    answers = [() => stop.abort(new Error('cancelled'))];
    await expect(transcribe({}, stop.signal)).rejects.toThrow('cancelled');
    expect(seen).toHaveLength(1);
  });

  it('on a private address is refused by the guard of callbacks', async () => {
    const strict = createPost(createEgressGuard({ allow: [], allowHttp: true }));
    await expect(transcribe({ post: strict })).rejects.toThrow(
      /may not be reached.*CONTRAFACT_TRANSCRIBE_ALLOW/,
    );
    expect(seen).toHaveLength(0);
  });
});

it.each([
  ['https://a.example', 'https://a.example/v1/audio/transcriptions'],
  ['https://a.example/v1/', 'https://a.example/v1/audio/transcriptions'],
  ['https://a.example/openai/v1/audio/transcriptions', 'https://a.example/openai/v1/audio/transcriptions'],
  ['https://a.example/whisper?version=2', 'https://a.example/whisper/v1/audio/transcriptions?version=2'],
])('%s is posted to at %s', (base, full) => expect(transcriptionUrl(base)).toBe(full));
