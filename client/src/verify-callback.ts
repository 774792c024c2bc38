/** Whether a callback comes from the service, unchanged and lately: both of its signatures, in constant time. */
import type { CallbackBody } from './types.js';

export type CallbackFault =
  | 'missing_header'
  | 'missing_task_id'
  | 'timestamp_not_integer'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch';

export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  headers: HeaderSource;
  /** The body exactly as received: text or bytes, not parsed JSON. */
  body: string | Uint8Array;
  /** The account's signing secret, `whsec_…`; while it is replaced, both are fine. */
  secret: string | readonly string[];
  now?: Date;
  /** The service's header prefix, where its operator changed it. */
  headerPrefix?: string;
}

export type Verification =
  | { valid: true; messageId: string; callback: CallbackBody }
  | { valid: false; reason: CallbackFault };

const toleranceSeconds = 300;
const encoder = new TextEncoder();

/**
 * Judges a callback. Rejects only for wrong use: a body that is not text or bytes, a secret of another form.
 * A repeated delivery is valid again: use `messageId`, which stays the same, to do things once.
 */
export async function verifyCallback(options: VerifyOptions): Promise<Verification> {
  const { headers, headerPrefix = 'x-svc' } = options;
  const text = bodyText(options.body);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  const taskTimestamp = header(headers, `${headerPrefix}-timestamp`);
  const taskSignature = header(headers, `${headerPrefix}-signature`);
  if (!id || !timestamp || !signatures || !taskTimestamp || !taskSignature) return fault('missing_header');
  const callback = parsedCallback(text);
  if (callback === null) return fault('missing_task_id');
  const stale = timestampFault([timestamp, taskTimestamp], options.now ?? new Date());
  if (stale) return fault(stale);

  const offered = signatures.split(' ');
  const signed = `${id}.${timestamp}.${text}`;
  for (const secret of secretsOf(options.secret)) {
    if (!(await anyStandardSignature(offered, secret, signed))) continue;
    const hex = toHex(await hmac(encoder.encode(secret), `${taskTimestamp}:${callback.task_id}`));
    // While a secret is being replaced there are two signatures, and the task signature is the new secret's alone:
    // with the old one, the signature over id, time and whole body decides.
    if (equal(taskSignature, hex) || offered.length > 1) return { valid: true, messageId: id, callback };
  }
  return fault('signature_mismatch');
}

/** Judges a URL challenge, which carries no task: only the Standard Webhooks headers. Null where it is none. */
export async function verifyChallenge(
  options: VerifyOptions,
): Promise<{ valid: true; challenge: string } | { valid: false; reason: CallbackFault } | null> {
  const text = bodyText(options.body);
  const challenge = challengeOf(text);
  if (challenge === null) return null;
  const id = header(options.headers, 'webhook-id');
  const timestamp = header(options.headers, 'webhook-timestamp');
  const signatures = header(options.headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) return fault('missing_header');
  const stale = timestampFault([timestamp], options.now ?? new Date());
  if (stale) return fault(stale);
  for (const secret of secretsOf(options.secret)) {
    const signed = `${id}.${timestamp}.${text}`;
    if (await anyStandardSignature(signatures.split(' '), secret, signed)) return { valid: true, challenge };
  }
  return fault('signature_mismatch');
}

function fault(reason: CallbackFault): { valid: false; reason: CallbackFault } {
  return { valid: false, reason };
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  return typeof secret === 'string' ? [secret] : secret;
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new TypeError(
    'body must be the text or bytes received, before any JSON parser: signatures cover them',
  );
}

function header(headers: HeaderSource, name: string): string {
  if (typeof headers.get === 'function') return (headers.get as (name: string) => string | null)(name) ?? '';
  const record = headers as Readonly<Record<string, unknown>>;
  const key = name in record ? name : Object.keys(record).find((other) => other.toLowerCase() === name);
  const value = key === undefined ? undefined : record[key];
  return typeof value === 'string' ? value : '';
}

function timestampFault(timestamps: readonly string[], now: Date): CallbackFault | null {
  for (const text of timestamps) {
    if (!/^\d{1,15}$/.test(text)) return 'timestamp_not_integer';
    const ageSeconds = Math.floor(now.getTime() / 1000) - Number(text);
    if (Math.abs(ageSeconds) > toleranceSeconds) return 'timestamp_out_of_tolerance';
  }
  return null;
}

function parsedCallback(text: string): CallbackBody | null {
  const value = parsedObject(text);
  // Signed by the service, which documents what it signs; only the id is checked.
  return typeof value?.task_id === 'string' && value.task_id !== ''
    ? (value as unknown as CallbackBody)
    : null;
}

function challengeOf(text: string): string | null {
  const value = parsedObject(text);
  return value?.type === 'url_verification' && typeof value.challenge === 'string' ? value.challenge : null;
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function anyStandardSignature(
  offered: readonly string[],
  secret: string,
  signed: string,
): Promise<boolean> {
  const expected = `v1,${toBase64(await hmac(standardKey(secret), signed))}`;
  // Every one is compared, whichever matches.
  return offered.map((candidate) => equal(candidate, expected)).includes(true);
}

function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) {
    throw new TypeError('secret must be the signing secret as shown: whsec_ and 44 characters');
  }
  return Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0));
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Takes the same time wherever two texts of one length differ. */
function equal(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
