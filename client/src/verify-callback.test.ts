import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyCallback, verifyChallenge } from './verify-callback.js';

interface Vector {
  readonly name: string;
  readonly now: number;
  readonly secret: string;
  readonly prefix: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly reason: string | null;
}
const file = readFileSync(new URL('../test-vectors/signatures.json', import.meta.url), 'utf8');
const { vectors } = JSON.parse(file) as { vectors: Vector[] };
const options = (vector: Vector) => ({
  headers: vector.headers,
  body: vector.body,
  secret: vector.secret,
  now: new Date(vector.now * 1000),
  headerPrefix: vector.prefix,
});
const [plain] = vectors as [Vector];

describe('verifyCallback on the published test vectors', () => {
  it.each(vectors)('$name → $reason', async (vector) => {
    const expected =
      vector.reason === null
        ? {
            valid: true,
            messageId: vector.headers['webhook-id'],
            callback: JSON.parse(vector.body) as unknown,
          }
        : { valid: false, reason: vector.reason };
    expect(await verifyCallback(options(vector))).toStrictEqual(expected);
    // The same, as a Request carries it: the Headers class and bytes.
    const request = { headers: new Headers(vector.headers), body: new TextEncoder().encode(vector.body) };
    expect(await verifyCallback({ ...options(vector), ...request })).toStrictEqual(expected);
  });
});

describe('verifyCallback', () => {
  it('finds headers whatever their case', async () => {
    const upper = Object.entries(plain.headers).map(([name, value]) => [name.toUpperCase(), value]);
    const headers = Object.fromEntries(upper) as Record<string, string>;
    expect(await verifyCallback({ ...options(plain), headers })).toMatchObject({ valid: true });
  });

  it('takes a header that was sent twice for a missing one', async () => {
    const headers = { ...plain.headers, 'webhook-id': ['msg_a', 'msg_b'] };
    expect(await verifyCallback({ ...options(plain), headers })).toMatchObject({ reason: 'missing_header' });
  });

  it('accepts any of several secrets, and none of none', async () => {
    const other = `whsec_${btoa('x'.repeat(32))}`;
    expect(await verifyCallback({ ...options(plain), secret: [other, plain.secret] })).toMatchObject({
      valid: true,
    });
    expect(await verifyCallback({ ...options(plain), secret: [other] })).toMatchObject({ valid: false });
    expect(await verifyCallback({ ...options(plain), secret: [] })).toMatchObject({ valid: false });
  });

  it('says what is wrong with its use', async () => {
    const parsed = JSON.parse(plain.body) as string;
    await expect(verifyCallback({ ...options(plain), body: parsed })).rejects.toThrow(
      /before any JSON parser/,
    );
    await expect(verifyCallback({ ...options(plain), secret: 'hunter2' })).rejects.toThrow(/whsec_/);
  });

  it('rejects a body of broken UTF-8 that reads like the signed one', async () => {
    const body = plain.body.replace('task_name', 'task_nam\ufffd');
    const bytes = Buffer.concat([
      Buffer.from(plain.body.replace(/task_name[\s\S]*/, 'task_nam')),
      Buffer.of(0xff),
      Buffer.from(plain.body.replace(/^[\s\S]*task_name/, '')),
    ]);
    expect(new TextDecoder().decode(bytes)).toBe(body);
    expect(await verifyCallback({ ...options(plain), body: bytes })).toMatchObject({
      reason: 'signature_mismatch',
    });
  });
});

describe('verifyChallenge', () => {
  it('is no matter of callbacks', async () => {
    expect(await verifyChallenge(options(plain))).toBeNull();
  });

  it('demands headers and a signature', async () => {
    const body = '{"challenge":"abc","type":"url_verification"}';
    expect(await verifyChallenge({ ...options(plain), body })).toStrictEqual({
      valid: false,
      reason: 'signature_mismatch',
    });
    expect(await verifyChallenge({ ...options(plain), body, headers: {} })).toStrictEqual({
      valid: false,
      reason: 'missing_header',
    });
  });
});
