import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { PostAnswer, PostRequest } from './ports.js';
import { newSigningSecret } from './test-support/new-signing-secret.js';
import { sendSignedCallback } from './test-support/send-signed-callback.js';
import { signatureFault } from './verify-signature.js';
import { type Verification, verifyUrl } from './verify-url.js';

const now = new Date('2026-11-20T12:00:00Z');
const secret = newSigningSecret();
const good: PostAnswer = {
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: '',
  cut: 'no',
  durationMs: 3,
  failure: null,
  isInternal: false,
  retryAfterSeconds: null,
};
const echo = (request: PostRequest): string =>
  JSON.stringify({ challenge: (JSON.parse(request.body) as { challenge: string }).challenge });

function verify(answer: (request: PostRequest) => Partial<PostAnswer>): Promise<Verification> {
  const post = async (request: PostRequest): Promise<PostAnswer> => ({
    ...good,
    text: echo(request),
    ...answer(request),
  });
  const secrets = [{ value: secret, expiresAt: null }];
  return verifyUrl({ post, url: 'https://a.example/', secrets, headerPrefix: 'x-svc', now });
}

describe('the challenge', () => {
  it('is answered by 200, JSON and the same value', async () => {
    expect(await verify(() => ({}))).toStrictEqual({ verified: true });
    expect(await verify(() => ({ contentType: 'Application/JSON' }))).toStrictEqual({ verified: true });
  });

  it('has the documented body, a new value each time, and a valid Standard Webhooks signature', async () => {
    const requests: PostRequest[] = [];
    for (let i = 0; i < 2; i++) await verify((request) => ({ durationMs: requests.push(request) }));
    const bodies = requests.map(({ body }) => JSON.parse(body) as { challenge: string });
    expect(bodies[0]).toStrictEqual({
      challenge: expect.stringMatching(/^[\w-]{32}$/),
      type: 'url_verification',
    });
    expect(bodies[0]?.challenge).not.toBe(bodies[1]?.challenge);
    for (const { headers, body } of requests) {
      expect(
        signatureFault({ headers: headers as IncomingHttpHeaders, body, secret, now, schemes: 'standard' }),
      ).toBeNull();
    }
  });

  it.each([
    ['a status', { status: 401, failure: 'bad_status' as const }],
    ['a content type', { contentType: 'text/html' }],
    ['a body', { text: '<h1>Elasticsearch</h1>' }],
    [
      'a refused connection',
      { status: null, contentType: '', text: '', failure: 'connection_failed' as const },
    ],
    ['a silence', { status: null, contentType: '', text: '', failure: 'timeout' as const }],
    ['a failed handshake', { status: null, contentType: '', text: '', failure: 'tls_error' as const }],
  ])(
    'of a receiver inside the operator’s network names the same rule whatever it met: %s',
    async (_, answer) => {
      const verdict = await verify(() => ({ isInternal: true, ...answer }));
      expect(verdict).toMatchObject({ verified: false, rule: 'internal_receiver' });
      const shown = JSON.stringify(verdict);
      for (const trace of ['401', 'html', 'Elastic', 'handshake', 'connection'])
        expect(shown).not.toContain(trace);
      expect(await verify(() => ({ isInternal: true }))).toStrictEqual({ verified: true });
    },
  );

  it('goes unsigned for an account that has no secret yet', async () => {
    let headers: PostRequest['headers'] = { unset: '' };
    const post = async (request: PostRequest): Promise<PostAnswer> => {
      headers = request.headers;
      return { ...good, text: echo(request) };
    };
    const options = { post, url: 'https://a.example/', secrets: [], headerPrefix: 'x-svc', now };
    expect(await verifyUrl(options)).toStrictEqual({ verified: true });
    expect(headers).toStrictEqual({});
    await expect(sendSignedCallback(options)).rejects.toThrow(/no active signing secret/);
  });

  const refusals: readonly [string, Partial<PostAnswer>][] = [
    ['status_not_200', { status: 204 }],
    ['status_not_200', { status: 500, failure: 'bad_status' }],
    ['redirect', { status: 302, failure: 'redirect' }],
    ['content_type_not_json', { contentType: 'text/plain' }],
    ['content_type_not_json', { contentType: '' }],
    ['content_type_not_json', { contentType: 'application/jsonp' }],
    ['body_too_large', { cut: 'too_large' }],
    ['timeout', { cut: 'timeout' }],
    ['connection_failed', { cut: 'broken' }],
    ['body_not_json', { text: '' }],
    ['body_not_json', { text: 'challenge' }],
    ['challenge_missing', { text: '{}' }],
    ['challenge_missing', { text: 'null' }],
    ['challenge_missing', { text: '"challenge"' }],
    ['challenge_mismatch', { text: '{"challenge":"other"}' }],
    ['challenge_mismatch', { text: '{"challenge":null}' }],
    ['not_https', { status: null, failure: 'not_https' }],
    ['blocked_address', { status: null, failure: 'blocked_address' }],
    ['dns_failure', { status: null, failure: 'dns_failure' }],
    ['tls_error', { status: null, failure: 'tls_error' }],
    ['timeout', { status: null, failure: 'timeout' }],
  ];
  it.each(refusals)('names the broken rule %s and explains it', async (rule, answer) => {
    const outcome = await verify(() => answer);
    expect(outcome).toMatchObject({ verified: false, rule });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/^\S.{20,}\.$/));
  });
});

it('a test callback passes a receiver that checks both signatures', async () => {
  let sent: PostRequest | undefined;
  const post = async (request: PostRequest): Promise<PostAnswer> => {
    sent = request;
    return good;
  };
  const secrets = [{ value: secret, expiresAt: null }];
  await sendSignedCallback({ post, url: 'https://a.example/', secrets, headerPrefix: 'x-svc', now });
  if (!sent) throw new Error('nothing was sent');
  expect(JSON.parse(sent.body)).toMatchObject({ task_name: 'test', status: 'success' });
  expect(
    signatureFault({ headers: sent.headers as IncomingHttpHeaders, body: sent.body, secret, now }),
  ).toBeNull();
});
