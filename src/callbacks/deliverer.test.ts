import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { createDeliverer, type Deliverer, type DelivererOptions } from './deliverer.js';
import type { PostAnswer, PostRequest } from './ports.js';
import { MemoryOutbox } from './test-support/memory-outbox.js';
import { newSigningSecret } from './test-support/new-signing-secret.js';
import { signatureFault } from './verify-signature.js';

const start = new Date('2026-11-20T12:00:00Z');
const secret = newSigningSecret();
const url = 'https://a.example/hook';
const ok: PostAnswer = {
  status: 200,
  contentType: '',
  text: 'thanks',
  cut: 'no',
  durationMs: 4.4,
  failure: null,
  isInternal: false,
  retryAfterSeconds: null,
};
const bad: PostAnswer = { ...ok, status: 500, failure: 'bad_status', text: 'oops' };

let outbox: MemoryOutbox;
let sent: PostRequest[];
let now: Date;
let answer: (request: PostRequest) => PostAnswer | Promise<PostAnswer>;
let running: Deliverer[];

beforeEach(() => {
  outbox = new MemoryOutbox(() => now);
  sent = [];
  now = start;
  answer = () => ok;
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((deliverer) => deliverer.stop()));
});

function endpointOf(
  accountId: string,
  change: { verifiedAt?: Date | null; disabledAt?: Date | null; url?: string } = {},
): void {
  const secrets = [{ value: secret, expiresAt: null }];
  outbox.setEndpoint({ accountId, url, verifiedAt: start, disabledAt: null, secrets, ...change });
}

function deliverer(options: Partial<DelivererOptions> = {}): Deliverer {
  const created = createDeliverer({
    outbox,
    endpoints: outbox,
    post: async (request) => {
      sent.push(request);
      return answer(request);
    },
    log: { info: () => {}, warn: () => {} },
    headerPrefix: 'x-svc',
    pollMs: 5,
    now: () => now,
    random: () => 0,
    ...options,
  });
  running.push(created);
  created.start();
  return created;
}

async function until(condition: () => boolean): Promise<void> {
  const limit = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error('what was awaited did not happen');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
const state = (id: string): string => outbox.messages.get(id)?.state ?? 'absent';
const passes = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe('the deliverer', () => {
  it('sends each due message once, signed for its account, and records what came back', async () => {
    endpointOf('acct_1');
    for (let i = 0; i < 50; i++) outbox.enqueue(`msg_${i}`, 'acct_1');
    outbox.enqueue('msg_later', 'acct_1', new Date(start.getTime() + 1));
    deliverer();
    await until(() => outbox.records.length === 50);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(50);
    for (const { headers, body } of sent) {
      expect(signatureFault({ headers: headers as IncomingHttpHeaders, body, secret, now })).toBeNull();
    }
    expect(outbox.records[0]).toMatchObject({
      url,
      number: 1,
      status: 200,
      durationMs: 4,
      responseSnippet: 'thanks',
      failure: null,
    });
    expect([state('msg_7'), state('msg_later')]).toStrictEqual(['delivered', 'pending']);
  });

  it('records of a receiver inside the operator’s network only whether it accepted, and retries as ever', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    answer = () => ({ ...bad, status: 503, text: 'internal', retryAfterSeconds: 77, isInternal: true });
    deliverer();
    await until(() => outbox.records.length === 1);
    expect(outbox.records[0]).toMatchObject({
      status: null,
      responseSnippet: '',
      failure: 'internal_receiver',
    });
    expect(outbox.messages.get('msg_1')?.dueAt).toStrictEqual(new Date(now.getTime() + 77_000));
    answer = () => ({ ...ok, isInternal: true });
    passes(77);
    await until(() => outbox.records.length === 2);
    expect(outbox.records[1]).toMatchObject({ status: null, responseSnippet: '', failure: null });
    expect(state('msg_1')).toBe('delivered');
  });

  it('tries again on schedule under the same webhook-id, each time signed afresh, and fails after eight', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    answer = () => bad;
    deliverer();
    for (const [index, wait] of [5, 300, 1800, 7200, 18_000, 36_000, 36_000].entries()) {
      await until(() => outbox.records.length === index + 1);
      expect(outbox.messages.get('msg_1')?.dueAt).toStrictEqual(new Date(now.getTime() + wait * 1000));
      passes(wait);
    }
    await until(() => state('msg_1') === 'failed');
    expect(outbox.records.map(({ number }) => number)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toStrictEqual(new Set(['msg_1']));
    expect(new Set(sent.map(({ headers }) => headers['x-svc-signature'])).size).toBe(8);
  });

  it.each([
    ['never set', null],
    ['not verified', { verifiedAt: null }],
    ['disabled', { disabledAt: start }],
  ])(
    'holds messages while the URL is %s, sends nothing, and delivers once one is verified',
    async (_name, change) => {
      if (change) endpointOf('acct_1', change);
      outbox.enqueue('msg_1', 'acct_1');
      const subject = deliverer({ pollMs: 3_600_000 });
      await until(() => state('msg_1') === 'held');
      expect(sent).toHaveLength(0);
      endpointOf('acct_1');
      await outbox.releaseWaiting('acct_1');
      subject.wake();
      await until(() => state('msg_1') === 'delivered');
      expect(outbox.records).toHaveLength(1);
    },
  );

  it('disables the URL at 410 and holds what was for it', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    answer = () => ({ ...bad, status: 410 });
    deliverer();
    await until(() => state('msg_1') === 'held');
    expect((await outbox.get('acct_1'))?.disabledAt).not.toBeNull();
    outbox.enqueue('msg_2', 'acct_1');
    await until(() => state('msg_2') === 'held');
    expect(sent).toHaveLength(1);
  });

  it('disables a URL after five days of nothing but failures, and one success in between starts them anew', async () => {
    endpointOf('acct_1');
    const attempt = async (id: string, reply: PostAnswer): Promise<boolean> => {
      answer = () => reply;
      const before = outbox.records.length;
      outbox.enqueue(id, 'acct_1');
      await until(() => outbox.records.length > before);
      outbox.messages.delete(id);
      return (await outbox.get('acct_1'))?.disabledAt !== null;
    };
    deliverer();
    expect(await attempt('a', bad)).toBe(false);
    passes(4 * 86_400);
    expect(await attempt('b', ok)).toBe(false);
    passes(4 * 86_400);
    expect(await attempt('c', bad)).toBe(false);
    passes(5 * 86_400 - 1);
    expect(await attempt('d', bad)).toBe(false);
    passes(1);
    expect(await attempt('e', bad)).toBe(true);
  });

  it('gives one account no more than its share, so that a hanging receiver delays nobody else', async () => {
    endpointOf('acct_slow', { url: 'https://slow.example/' });
    endpointOf('acct_fast');
    for (let i = 0; i < 100; i++) outbox.enqueue(`slow_${i}`, 'acct_slow');
    for (let i = 0; i < 20; i++) outbox.enqueue(`fast_${i}`, 'acct_fast', new Date(1));
    const release: (() => void)[] = [];
    answer = (request) =>
      request.url === url ? ok : new Promise((resolve) => release.push(() => resolve(ok)));
    deliverer({ concurrency: 8, perAccountConcurrency: 3 });
    await until(() => outbox.records.length === 20);
    expect(sent.filter((request) => request.url !== url)).toHaveLength(3);
    answer = () => ok;
    for (const end of release) end();
    await until(() => outbox.records.length === 120);
  });

  it('shared by two processes sends nothing twice', async () => {
    endpointOf('acct_1');
    for (let i = 0; i < 60; i++) outbox.enqueue(`msg_${i}`, 'acct_1');
    deliverer();
    deliverer();
    await until(() => outbox.records.length === 60);
    expect(sent).toHaveLength(60);
  });

  it('sends again under the same webhook-id what a dead process had claimed, once the lease is over', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    await outbox.claimQueued({ limit: 1, perAccountLimit: 1, leaseSeconds: 60 });
    deliverer();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(sent).toHaveLength(0);
    passes(60);
    await until(() => state('msg_1') === 'delivered');
    expect(sent[0]?.headers['webhook-id']).toBe('msg_1');
  });

  it('stops only when what is under way is recorded, and claims nothing more', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    let finish = (): void => {};
    answer = () => new Promise((resolve) => (finish = () => resolve(ok)));
    const subject = deliverer();
    await until(() => sent.length === 1);
    const stopped = subject.stop().then(() => outbox.records.length);
    outbox.enqueue('msg_2', 'acct_1');
    finish();
    expect(await stopped).toBe(1);
    expect(sent).toHaveLength(1);
    expect(outbox.messages.get('msg_2')).toMatchObject({ state: 'pending', lease: null });
  });

  it('records an attempt although storage refuses the first time, and does not send it again', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    const record = outbox.recordAttempt.bind(outbox);
    let refusals = 1;
    outbox.recordAttempt = async (outcome) => {
      if (refusals-- > 0) throw new Error('the database restarts');
      return record(outcome);
    };
    deliverer();
    await until(() => state('msg_1') === 'delivered');
    expect(sent).toHaveLength(1);
  });

  it('on a full disk an attempt waits until it can be recorded, and nothing is sent meanwhile or again', async () => {
    endpointOf('acct_1');
    outbox.enqueue('msg_1', 'acct_1');
    const record = outbox.recordAttempt.bind(outbox);
    let refusals = 0;
    let isFull = true;
    outbox.recordAttempt = async (outcome) => {
      if (!isFull) return record(outcome);
      refusals += 1;
      throw new StorageUnavailableError(new Error('53100'), 'disk-full');
    };
    const running = deliverer({ roomMs: 5 });
    await until(() => refusals > 0);
    // The lease of what waits runs out, and there is another message.
    passes(61);
    outbox.enqueue('msg_2', 'acct_1');
    running.wake();
    await until(() => refusals > 20);
    expect(sent).toHaveLength(1);
    isFull = false;
    await until(() => state('msg_1') === 'delivered' && state('msg_2') === 'delivered');
    expect(sent).toHaveLength(2);
  });

  it('survives an outbox that cannot be read', async () => {
    endpointOf('acct_1');
    const claim = outbox.claimQueued.bind(outbox);
    let refusals = 3;
    outbox.claimQueued = async (request) => {
      if (refusals-- > 0) throw new Error('the database restarts');
      return claim(request);
    };
    outbox.enqueue('msg_1', 'acct_1');
    deliverer();
    await until(() => state('msg_1') === 'delivered');
  });
});
