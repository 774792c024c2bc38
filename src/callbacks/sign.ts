/**
 * The two signatures of a callback.
 *
 * - The interface's own: lower-case hex HMAC-SHA256 of `{timestamp}:{task_id}`, keyed by the UTF-8 bytes of the whole
 *   secret text. It does not cover the body.
 * - Standard Webhooks 1.0.0: `v1,` and base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`, keyed by the bytes that the
 *   secret's base64 part encodes, so that any library of that specification verifies it.
 */
import { createHmac } from 'node:crypto';
import type { SigningSecret } from './ports.js';

const secretPrefix = 'whsec_';
export const defaultHeaderPrefix = 'x-svc';

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;

export interface SignatureInput {
  readonly messageId: string;
  /** Null where the body has none (the URL challenge): then only the Standard Webhooks headers are made. */
  readonly taskId: string | null;
  readonly body: string;
  readonly secrets: readonly SigningSecret[];
  readonly now: Date;
  /** The `x-svc` of `x-svc-signature`. */
  readonly headerPrefix: string;
}

/** The signature headers of one attempt. Throws where no secret is active. */
export function signatureHeaders(input: SignatureInput): Record<string, string> {
  const active = input.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > input.now);
  const current = active[0];
  if (!current) throw new Error('the account has no active signing secret');
  const timestamp = String(Math.floor(input.now.getTime() / 1000));
  const headers: Record<string, string> = {
    'webhook-id': input.messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': active
      .map(({ value }) => standardSignature(value, input.messageId, timestamp, input.body))
      .join(' '),
  };
  if (input.taskId !== null) {
    headers[`${input.headerPrefix}-timestamp`] = timestamp;
    headers[`${input.headerPrefix}-signature`] = taskSignature(current.value, timestamp, input.taskId);
  }
  return headers;
}

/** The interface's signature: 64 lower-case hex digits. `timestamp` in seconds since 1970, as sent. */
export function taskSignature(secret: string, timestamp: string, taskId: string): string {
  return createHmac('sha256', secret).update(`${timestamp}:${taskId}`).digest('hex');
}

/** The Standard Webhooks signature, with its `v1,`. Throws where the secret is not one of ours. */
export function standardSignature(secret: string, id: string, timestamp: string, body: string): string {
  if (!secretPattern.test(secret)) {
    throw new Error('a signing secret is whsec_ followed by the base64 of 32 bytes');
  }
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
