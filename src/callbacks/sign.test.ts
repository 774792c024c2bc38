import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders, standardSignature } from './sign.js';
import { newSigningSecret } from './test-support/new-signing-secret.js';
import { signatureFault } from './verify-signature.js';

interface Vector {
  readonly name: string;
  readonly now: number;
  readonly secret: string;
  readonly prefix: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly reason: string | null;
}
const vectorsUrl = new URL('../../client/test-vectors/signatures.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(vectorsUrl, 'utf8')) as { vectors: Vector[] };

const now = new Date('2026-11-20T12:00:00.700Z');
const current = { value: newSigningSecret(), expiresAt: null };
const body = JSON.stringify({ task_id: 'task_1', lyrics: '사랑 \u{1f3b5}' });
const input = { messageId: 'msg_1', taskId: 'task_1', body, now, headerPrefix: 'x-svc' };

describe('published test vectors', () => {
  it('hold cases of every verdict', () => {
    expect(new Set(vectors.map(({ reason }) => reason)).size).toBe(6);
  });

  it.each(vectors)('$name → $reason', (vector) => {
    const fault = signatureFault({
      headers: vector.headers,
      body: vector.body,
      secret: vector.secret,
      now: new Date(vector.now * 1000),
      headerPrefix: vector.prefix,
    });
    expect(fault).toBe(vector.reason);
  });

  it.each(vectors.filter(({ name, reason }) => reason === null && !/rotation|unknown version/.test(name)))(
    'signing gives the very headers of: $name',
    (vector) => {
      const timestamp = Number(vector.headers['webhook-timestamp']);
      const headers = signatureHeaders({
        messageId: String(vector.headers['webhook-id']),
        taskId: (JSON.parse(vector.body) as { task_id: string }).task_id,
        body: vector.body,
        secrets: [{ value: vector.secret, expiresAt: null }],
        now: new Date(timestamp * 1000),
        headerPrefix: vector.prefix,
      });
      expect(headers).toStrictEqual(vector.headers);
    },
  );
});

describe('signing', () => {
  it('is accepted by the standardwebhooks library', () => {
    const headers = signatureHeaders({ ...input, now: new Date(), secrets: [current] });
    expect(new Webhook(current.value).verify(body, headers)).toStrictEqual(JSON.parse(body));
    expect(() => new Webhook(current.value).verify(`${body} `, headers)).toThrow();
  });

  it('carries both signatures while a secret is being replaced, new first, and the task signature of the new', () => {
    const old = { value: newSigningSecret(), expiresAt: new Date(now.getTime() + 1) };
    const headers = signatureHeaders({ ...input, secrets: [current, old] });
    const timestamp = String(Math.floor(now.getTime() / 1000));
    expect(headers['webhook-signature']).toBe(
      [current, old].map(({ value }) => standardSignature(value, 'msg_1', timestamp, body)).join(' '),
    );
    for (const { value } of [current, old]) {
      expect(signatureFault({ headers, body, secret: value, now })).toBeNull();
    }
    expect(signatureHeaders({ ...input, secrets: [current] })['x-svc-signature']).toBe(
      headers['x-svc-signature'],
    );
  });

  it('no longer uses a replaced secret once its day is over', () => {
    const old = { value: newSigningSecret(), expiresAt: now };
    const headers = signatureHeaders({ ...input, secrets: [current, old] });
    expect(signatureFault({ headers, body, secret: old.value, now })).toBe('signature_mismatch');
  });

  it('without a task makes the Standard Webhooks headers only', () => {
    const headers = signatureHeaders({ ...input, taskId: null, secrets: [current] });
    expect(Object.keys(headers).sort()).toStrictEqual([
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(signatureFault({ headers, body, secret: current.value, now, schemes: 'standard' })).toBeNull();
  });

  it('fails loudly without an active secret or with one of another form', () => {
    expect(() => signatureHeaders({ ...input, secrets: [] })).toThrow(/no active signing secret/);
    expect(() => standardSignature('whsec_short', 'a', '1', '{}')).toThrow(/32 bytes/);
  });
});
