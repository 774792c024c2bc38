import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';
import { Problem } from '../domain/problems.js';

describe('every route of the contract', () => {
  let service: TestService;
  let account: TestAccount;
  beforeAll(async () => {
    service = await startTestService();
    account = await service.account();
  });
  afterAll(() => service.close());

  const get = (authorization: string | undefined) =>
    service.server.inject({
      url: '/api/v1/music',
      headers: authorization === undefined ? {} : { authorization },
    });

  it('401 missing_authorization: with a Bearer challenge', async () => {
    const answer = await get(undefined);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(answer.json().code).toBe('missing_authorization');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Token x', 'Bearer é'])(
    '401 malformed_authorization: %j',
    async (authorization) => {
      const answer = await get(authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.json().code).toBe('malformed_authorization');
    },
  );

  it('401 expired_api_key: with another code than an unknown key', async () => {
    const { apiKey } = await service.dependencies.keys.create(account.id, { expiresAt: new Date(1) });
    const answer = await get(`Bearer ${apiKey}`);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('expired_api_key');
  });

  it('404 unknown_api_key: a key that never was, and one that was revoked', async () => {
    expect((await get('Bearer nothing')).json()).toMatchObject({ status: 404, code: 'unknown_api_key' });
    const { apiKey, keyId } = await service.dependencies.keys.create(account.id, {});
    expect((await get(`bearer ${apiKey}`)).statusCode).toBe(200);
    await service.dependencies.keys.revoke(account.id, keyId);
    const answer = await get(`Bearer ${apiKey}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('unknown_api_key');
  });

  it('answers with a problem document (RFC 9457) that carries the request id', async () => {
    const answer = await service.call(account, {
      method: 'POST',
      url: '/api/v1/fingerprint/add',
      json: {},
      headers: { 'x-request-id': 'my-request-1' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['x-request-id']).toBe('my-request-1');
    expect(answer.json()).toEqual({
      type: '/errors/validation_error',
      title: 'The request is not valid',
      status: 422,
      detail: 'musicId: This field is required: text.',
      code: 'validation_error',
      request_id: 'my-request-1',
      errors: [{ pointer: '#/musicId', detail: 'This field is required: text.' }],
    });
    const type = await service.server.inject({ url: answer.json().type });
    expect(type.json()).toMatchObject({ code: 'validation_error', status: 422 });
  });

  it('makes a request id of its own where the given one is not fit to log', async () => {
    const answer = await service.call(account, {
      method: 'GET',
      url: '/api/v1/music',
      headers: { 'x-request-id': 'a b "evil"' },
    });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{20}$/);
  });

  const add = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    service.call(account, { method: 'POST', url: '/api/v1/fingerprint/add', payload, headers });

  it.each([
    ['broken', '{"musicId":', 'invalid_json'],
    ['no JSON', 'musicId=1', 'invalid_json'],
    ['with __proto__', '{"musicId":"x","__proto__":{}}', 'invalid_json'],
    ['empty', '', 'validation_error'],
    ['an array', '[]', 'validation_error'],
    ['null', 'null', 'validation_error'],
    ['a wrong type', '{"musicId":5}', 'validation_error'],
    ['an extra field', '{"musicId":"x","tempo":1}', 'validation_error'],
    ['a null character', '{"musicId":"x\\u0000"}', 'validation_error'],
    ['half a surrogate pair', '{"musicId":"x\\ud800"}', 'validation_error'],
  ])('422: a body that is %s', async (_what, payload, code) => {
    const answer = await add(payload);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe(code);
  });

  it('413 payload_too_large: a JSON body over the limit', async () => {
    const answer = await add(JSON.stringify({ musicId: 'x'.repeat(400_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json().code).toBe('payload_too_large');
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ])('415 unsupported_media_type: %j', async (type) => {
    const answer = await add('{"musicId":"x"}', { 'content-type': type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it.each(['/api/v1/music?limit=1&limit=2', '/api/v1/music?cursor=a&cursor=b', '/api/v1/callback?x=1&x=2'])(
    '422: a duplicate parameter in %s',
    async (url) => {
      const answer = await service.call(account, { method: 'GET', url });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0].in).toBe('query');
    },
  );

  it('422: a body where a route takes none; an empty JSON body is fine', async () => {
    const url = '/api/v1/tasks/task_x/cancel';
    const given = await service.call(account, { method: 'POST', url, json: { now: true } });
    expect(given.statusCode).toBe(422);
    const empty = await service.call(account, {
      method: 'POST',
      url,
      payload: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(empty.json().code).toBe('not_found');
  });

  it('404 unknown_route and 405 method_not_allowed with Allow', async () => {
    expect((await service.call(account, { method: 'GET', url: '/api/v2' })).json().code).toBe(
      'unknown_route',
    );
    const answer = await service.call(account, { method: 'PUT', url: '/api/v1/music/mus_1' });
    expect(answer.statusCode).toBe(405);
    expect(answer.json().code).toBe('method_not_allowed');
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD');
  });

  it('400 bad_request: a path that cannot be decoded', async () => {
    const answer = await service.call(account, { method: 'GET', url: '/api/v1/music/%E0%A4%A' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('bad_request');
  });

  it('414 uri_too_long: an id longer than any', async () => {
    const answer = await service.call(account, { method: 'GET', url: `/api/v1/music/${'x'.repeat(500)}` });
    expect(answer.statusCode).toBe(414);
    expect(answer.json().code).toBe('uri_too_long');
  });

  it('the log names account, route and request and holds neither keys nor bodies', async () => {
    await service.call(account, {
      method: 'POST',
      url: '/api/v1/lyric-plagiarism/standard',
      json: { lyric_text: 'a very secret line', song_title: 'Secret title' },
      headers: { 'x-request-id': 'logged-request' },
    });
    await expect.poll(() => service.log.some((line) => line.includes('logged-request'))).toBe(true);
    const line = service.log.find((text) => text.includes('logged-request')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      request_id: 'logged-request',
      method: 'POST',
      route: '/api/v1/lyric-plagiarism/:model_name',
      status: 202,
      account: account.id,
      key: account.keyId,
    });
    const all = service.log.join('\n');
    expect(all).not.toContain(account.key);
    expect(all.toLowerCase()).not.toContain('secret');
  });
});

describe('operations', () => {
  let ready = true;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      {},
      {
        health: async () => ({ ready, checks: { database: { ok: ready } } }),
        usage: {
          byKeyAndOperation: async () => {
            throw new Error('password=hunter2');
          },
          quotas: async () => {
            throw new Error('password=hunter2');
          },
        },
      },
    );
  });
  afterAll(() => service.close());

  it('/livez answers 200 without a key', async () => {
    expect((await service.server.inject('/livez')).json()).toEqual({ status: 'ok' });
  });

  it('/readyz answers 200 when ready, and 503 with what is missing when not', async () => {
    expect((await service.server.inject('/readyz')).statusCode).toBe(200);
    ready = false;
    const answer = await service.server.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json().checks).toEqual({ database: { ok: false } });
    ready = true;
  });

  it('/metrics counts requests by route, method and status in Prometheus format', async () => {
    await service.server.inject('/api/v1/music/secret-id');
    const { payload, headers } = await service.server.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(payload).toContain(
      'contrafact_http_requests_total{method="GET",route="/api/v1/music/:musicId",status="401"} 1',
    );
    expect(payload).not.toContain('secret-id');
  });

  it('/openapi.json and /docs are served, and nothing of /docs comes from elsewhere', async () => {
    expect((await service.server.inject('/openapi.json')).json().openapi).toBe('3.1.0');
    const page = await service.server.inject('/docs/');
    expect(page.statusCode).toBe(200);
    const assets = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) expect(asset).toMatch(/^\.?\//);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:/);
    // It is the product's own page: name, icon, and a way back; no other project's logo.
    expect(page.payload).toContain('<title>API reference · Contrafact</title>');
    expect(page.payload).not.toContain('favicon-32x32.png');
    const head = await service.server.inject('/docs/static/theme/product.js');
    expect(head.payload).toContain('<a class="home" href="/app">');
    expect((await service.server.inject('/docs/static/theme/product.css')).statusCode).toBe(200);
    const script = await service.server.inject('/docs/static/swagger-ui-bundle.js');
    expect(script.statusCode).toBe(200);
  });

  it('a fault of the service is a 500 that shows nothing but its request id', async () => {
    const account = await service.account();
    const answer = await service.call(account, { method: 'GET', url: '/api/v1/usage' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe('internal_error');
    expect(answer.payload).not.toContain('hunter2');
    expect(service.log.join('\n')).toContain(answer.json().request_id);
  });
});

describe('the catalogue', () => {
  it('knows the status of each code', () => {
    expect(new Problem('plan_required').status).toBe(403);
  });
});
