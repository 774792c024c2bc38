/** Callback endpoints for the usual servers: they answer the URL challenge and hand on what is authentic. */
import type { CallbackBody } from './types.js';
import { type HeaderSource, verifyCallback, verifyChallenge } from './verify-callback.js';

export interface HandlerOptions {
  /** The account's signing secret; while it is replaced, both are fine. */
  secret: string | readonly string[];
  headerPrefix?: string;
  /** Called for each authentic callback. `messageId` repeats when a delivery does. A rejection has it sent again. */
  onCallback: (callback: CallbackBody, messageId: string) => void | Promise<void>;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function handle(
  options: HandlerOptions,
  headers: HeaderSource,
  body: string | Uint8Array,
): Promise<Answer> {
  const received = { headers, body, secret: options.secret, headerPrefix: options.headerPrefix };
  const challenge = await verifyChallenge(received);
  if (challenge) {
    return challenge.valid
      ? { status: 200, body: { challenge: challenge.challenge } }
      : { status: 401, body: { error: challenge.reason } };
  }
  const verification = await verifyCallback(received);
  if (!verification.valid) return { status: 401, body: { error: verification.reason } };
  await options.onCallback(verification.callback, verification.messageId);
  return { status: 200, body: { received: true } };
}

/** For servers of Request and Response. Hono: `app.post('/callbacks', (c) => handler(c.req.raw))`. */
export function fetchHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { status, body } = await handle(options, request.headers, bytes);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
}

interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
  /** What a body parser left; only `express.raw()` leaves what signatures cover. */
  body?: unknown;
}

interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/**
 * For Express and node:http: `app.post('/callbacks', nodeHandler({ secret, onCallback }))`, before any JSON parser or
 * behind `express.raw({ type: 'application/json' })`. Errors of onCallback go to `next`, else are answered with 500.
 */
export function nodeHandler(
  options: HandlerOptions,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const { status, body } = await handle(options, request.headers, await rawBody(request));
      send(response, status, body);
    } catch (error) {
      if (next) next(error);
      else send(response, 500, { error: 'the callback was not handled' });
    }
  };
}

interface FastifyLike {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (
      request: unknown,
      body: Uint8Array,
      done: (error: Error | null, body: Uint8Array) => void,
    ) => void,
  ): unknown;
  removeContentTypeParser(type: string): unknown;
  post(
    path: string,
    handler: (
      request: { headers: Record<string, string | string[] | undefined>; body: unknown },
      reply: { code(status: number): { send(body: unknown): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/** For Fastify: `app.register(fastifyCallbacks({ path: '/callbacks', secret, onCallback }))`. */
export function fastifyCallbacks(
  options: HandlerOptions & { path: string },
): (fastify: FastifyLike) => Promise<void> {
  return async (fastify) => {
    // Fastify's own parser would drop the bytes; a plugin's parsers are its own, so other routes keep theirs.
    fastify.removeContentTypeParser('application/json');
    fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    fastify.post(options.path, async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const { status, body } = await handle(options, request.headers, bytes);
      return reply.code(status).send(body);
    });
  };
}

async function rawBody(request: NodeRequest): Promise<string | Uint8Array> {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined) {
    throw new TypeError('a body parser ran first: mount this handler before it, or use express.raw()');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function send(response: NodeResponse, status: number, body: Record<string, unknown>): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
