/**
 * What a receiver does: judges both signatures of a callback in constant time. The development receiver uses it;
 * customers have the same judgement in the client package, proved by the same test vectors.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { defaultHeaderPrefix, standardSignature, taskSignature } from './sign.js';

const timestampToleranceSeconds = 300;

export type SignatureFault =
  | 'missing_header'
  | 'missing_task_id'
  | 'timestamp_not_integer'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch';

export interface ReceivedCallback {
  readonly headers: IncomingHttpHeaders;
  /** The body's text, as received. */
  readonly body: string;
  readonly secret: string;
  readonly now: Date;
  readonly headerPrefix?: string;
  /** `standard` judges only the Standard Webhooks headers, which is all that a URL challenge carries. */
  readonly schemes?: 'both' | 'standard';
}

/** Null where the callback is authentic; else the first rule that it breaks. */
export function signatureFault(received: ReceivedCallback): SignatureFault | null {
  const { headers, body, secret } = received;
  const both = received.schemes !== 'standard';
  const prefix = received.headerPrefix ?? defaultHeaderPrefix;
  const id = single(headers['webhook-id']);
  const timestamp = single(headers['webhook-timestamp']);
  const signatures = single(headers['webhook-signature']);
  const taskTimestamp = both ? single(headers[`${prefix}-timestamp`]) : timestamp;
  const hex = both ? single(headers[`${prefix}-signature`]) : 'unused';
  if (!id || !timestamp || !signatures || !taskTimestamp || !hex) return 'missing_header';
  const taskId = both ? taskIdOf(body) : '';
  if (taskId === null) return 'missing_task_id';
  for (const text of [timestamp, taskTimestamp]) {
    if (!/^\d{1,15}$/.test(text)) return 'timestamp_not_integer';
    const ageSeconds = Math.floor(received.now.getTime() / 1000) - Number(text);
    if (Math.abs(ageSeconds) > timestampToleranceSeconds) return 'timestamp_out_of_tolerance';
  }
  const offered = signatures.split(' ');
  const expected = standardSignature(secret, id, timestamp, body);
  // No early exit: every signature is compared, whichever matches.
  const standard = offered.map((candidate) => equal(candidate, expected)).includes(true);
  if (!standard) return 'signature_mismatch';
  if (!both || equal(hex, taskSignature(secret, taskTimestamp, taskId))) return null;
  // While a secret is being replaced, the task signature is the new secret's alone. The other signature covers the
  // task id as well, so a receiver that still holds the old secret loses nothing by resting on it.
  return offered.length > 1 ? null : 'signature_mismatch';
}

function single(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function equal(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function taskIdOf(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const taskId =
      typeof parsed === 'object' && parsed !== null && 'task_id' in parsed ? parsed.task_id : undefined;
    return typeof taskId === 'string' && taskId !== '' ? taskId : null;
  } catch {
    return null;
  }
}
