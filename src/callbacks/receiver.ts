/**
 * A callback receiver for development: answers the URL challenge, judges both signatures and hands on what came.
 * `contrafact listen` and the demo use it.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultHeaderPrefix } from './sign.js';
import { type SignatureFault, signatureFault } from './verify-signature.js';

/** A transcription of a long recording is far below this. */
const maxBodyBytes = 16 * 1024 * 1024;

export interface ReceivedMessage {
  readonly kind: 'challenge' | 'callback';
  /** The `webhook-id`; '' where the header is missing. */
  readonly messageId: string;
  /** Whether a callback with this id came before: deliveries can repeat, their id does not change. */
  readonly repeated: boolean;
  readonly receivedAt: Date;
  readonly headers: IncomingHttpHeaders;
  /** The body's text as received, and parsed; undefined where it is not JSON. */
  readonly text: string;
  readonly body: unknown;
  /** `unchecked` where the receiver was given no secret. */
  readonly signature: 'valid' | 'unchecked' | SignatureFault;
}

export interface ReceiverOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The account's signing secret. Without one every callback is taken, unchecked. */
  readonly secret?: string;
  readonly headerPrefix?: string;
  readonly onMessage?: (message: ReceivedMessage) => void;
}

export interface Receiver {
  /** Where callbacks are taken, for example http://127.0.0.1:9000/. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a receiver; rejects where the port is taken. A callback with a wrong signature is answered with 401. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const host = options.host ?? '127.0.0.1';
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    receive(request, options, seen).then(
      ({ status, body }) => answer(response, status, body),
      () => answer(response, 400, { error: 'the request could not be read' }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function receive(
  request: IncomingMessage,
  options: ReceiverOptions,
  seen: Set<string>,
): Promise<Reply> {
  if (request.method !== 'POST') return { status: 405, body: { error: 'callbacks are sent with POST' } };
  const text = await bodyText(request);
  if (text === null) return { status: 413, body: { error: 'the body is longer than 16 MiB' } };
  const body = parsed(text);
  const challenge = challengeOf(body);
  const messageId = String(request.headers['webhook-id'] ?? '');
  const receivedAt = new Date();
  const signature = judge(options, request.headers, text, receivedAt, challenge !== null);
  const accepted = signature === 'valid' || signature === 'unchecked';
  options.onMessage?.({
    kind: challenge === null ? 'callback' : 'challenge',
    messageId,
    repeated: seen.has(messageId),
    receivedAt,
    headers: request.headers,
    text,
    body,
    signature,
  });
  if (!accepted) return { status: 401, body: { error: signature } };
  // Only what was accepted counts as seen: a forgery must not mark the genuine callback as repeated.
  if (messageId !== '') seen.add(messageId);
  return { status: 200, body: challenge === null ? { received: true } : { challenge } };
}

function judge(
  options: ReceiverOptions,
  headers: IncomingHttpHeaders,
  body: string,
  now: Date,
  isChallenge: boolean,
): ReceivedMessage['signature'] {
  const { secret, headerPrefix = defaultHeaderPrefix } = options;
  if (secret === undefined) return 'unchecked';
  const schemes = isChallenge ? 'standard' : 'both';
  return signatureFault({ headers, body, secret, now, headerPrefix, schemes }) ?? 'valid';
}

function challengeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { type, challenge } = body as { type?: unknown; challenge?: unknown };
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bodyText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
