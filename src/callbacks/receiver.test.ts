import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllowList } from './addresses.js';
import { createDeliverer } from './deliverer.js';
import { createEgressGuard } from './egress-guard.js';
import { type ReceivedMessage, type Receiver, startReceiver } from './receiver.js';
import { createPost } from './send.js';
import { signatureHeaders } from './sign.js';
import { MemoryOutbox } from './test-support/memory-outbox.js';
import { newSigningSecret } from './test-support/new-signing-secret.js';
import { sendSignedCallback } from './test-support/send-signed-callback.js';
import { verifyUrl } from './verify-url.js';

const secret = newSigningSecret();
const secrets = [{ value: secret, expiresAt: null }];
const post = createPost(createEgressGuard({ allow: parseAllowList('127.0.0.0/8:*'), allowHttp: true }));

let receiver: Receiver;
let messages: ReceivedMessage[];
beforeEach(async () => {
  messages = [];
  receiver = await startReceiver({ port: 0, secret, onMessage: (message) => messages.push(message) });
});
afterEach(() => receiver.close());

const options = () => ({ post, url: receiver.url, secrets, headerPrefix: 'x-svc', now: new Date() });

describe('the development receiver', () => {
  it('passes the challenge and a test callback, over real connections', async () => {
    expect(await verifyUrl(options())).toStrictEqual({ verified: true });
    expect(await sendSignedCallback(options())).toMatchObject({ status: 200, failure: null });
    expect(messages).toMatchObject([
      { kind: 'challenge', signature: 'valid' },
      { kind: 'callback', signature: 'valid', repeated: false, body: { task_name: 'test' } },
    ]);
  });

  it('refuses another secret, which the challenge already shows', async () => {
    const other = [{ value: newSigningSecret(), expiresAt: null }];
    expect(await verifyUrl({ ...options(), secrets: other })).toMatchObject({
      verified: false,
      rule: 'internal_receiver',
    });
    expect((await sendSignedCallback({ ...options(), secrets: other })).status).toBe(401);
    expect(messages.map(({ signature }) => signature)).toStrictEqual([
      'signature_mismatch',
      'signature_mismatch',
    ]);
  });

  it('names a repeated delivery, and a forgery before it does not count', async () => {
    const body = '{"task_id":"task_1"}';
    const input = { messageId: 'msg_1', taskId: 'task_1', body, now: new Date(), headerPrefix: 'x-svc' };
    const good = signatureHeaders({ ...input, secrets });
    const forged = signatureHeaders({ ...input, secrets: [{ value: newSigningSecret(), expiresAt: null }] });
    for (const headers of [forged, good, good]) await fetch(receiver.url, { method: 'POST', body, headers });
    expect(messages.map(({ repeated }) => repeated)).toStrictEqual([false, false, true]);
  });

  it('calls no message repeated that has no number', async () => {
    const open = await startReceiver({ port: 0, onMessage: (one) => messages.push(one) });
    for (const _ of [1, 2]) await fetch(open.url, { method: 'POST', body: '{}' });
    await open.close();
    expect(messages.map(({ repeated }) => repeated)).toStrictEqual([false, false]);
  });

  it('answers other methods, broken JSON and huge bodies without falling over', async () => {
    expect((await fetch(receiver.url)).status).toBe(405);
    expect((await fetch(receiver.url, { method: 'POST', body: '{' })).status).toBe(401);
    const huge = fetch(receiver.url, { method: 'POST', body: 'x'.repeat(20_000_000) });
    expect(
      await huge.then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
    expect(await verifyUrl(options())).toStrictEqual({ verified: true });
  });

  it('without a secret takes everything and says that it did not check', async () => {
    const open = await startReceiver({ port: 0, onMessage: (message) => messages.push(message) });
    await fetch(open.url, { method: 'POST', body: '{"task_id":"task_1"}' });
    await open.close();
    expect(messages).toMatchObject([{ kind: 'callback', signature: 'unchecked', messageId: '' }]);
  });

  it('reports that its port is taken', async () => {
    const port = Number(new URL(receiver.url).port);
    await expect(startReceiver({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('gets from a deliverer every queued callback, authentic, each once', async () => {
    const outbox = new MemoryOutbox(() => new Date());
    const accountId = 'acct_1';
    outbox.setEndpoint({ accountId, url: receiver.url, verifiedAt: new Date(), disabledAt: null, secrets });
    for (let i = 0; i < 40; i++) outbox.enqueue(`msg_${i}`, accountId);
    const log = { info: () => {}, warn: () => {} };
    let recorded = 0;
    let allRecorded = (): void => {};
    const done = new Promise<void>((resolve) => {
      allRecorded = resolve;
    });
    const onAttempt = (): void => {
      recorded += 1;
      if (recorded === 40) allRecorded();
    };
    const deliverer = createDeliverer({
      outbox,
      endpoints: outbox,
      post,
      log,
      headerPrefix: 'x-svc',
      onAttempt,
    });
    deliverer.start();
    await done;
    await deliverer.stop();
    expect(messages).toHaveLength(40);
    expect(messages.every(({ signature, repeated }) => signature === 'valid' && !repeated)).toBe(true);
  });
});
