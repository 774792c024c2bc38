/**
 * Idempotency-Key for requests that create something: the first answer is kept and given again to a repeat.
 * A request that is refused leaves the key free, because nothing was created.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problems.js';
import type { HttpDependencies, StoredAnswer } from './ports.js';
import { ReceivedFile } from './upload/received-file.js';
import { fieldProblem } from './validation.js';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * Answers with what `create` makes, or with what the first request of the same Idempotency-Key was answered.
 * Resolves with the reply, as Fastify wants it; `never` fits the answer type of every route.
 */
export async function answerOnce(
  { idempotency }: Pick<HttpDependencies, 'idempotency'>,
  request: FastifyRequest,
  reply: FastifyReply,
  create: () => Promise<Answer>,
): Promise<never> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return send(reply, stored(await create()));
  if (typeof key !== 'string' || !validKey.test(key)) {
    const detail = 'Must be 1 to 255 visible ASCII characters, given once.';
    throw fieldProblem([{ pointer: '#/idempotency-key', detail, in: 'header' }]);
  }
  const accountId = request.caller.account.id;
  const claim = await idempotency.claim(accountId, key, hashOf(request));
  if (claim.outcome === 'replay') return send(reply.header('idempotent-replayed', 'true'), claim.answer);
  if (claim.outcome === 'mismatch') throw new Problem('idempotency_mismatch');
  if (claim.outcome === 'in-flight') {
    throw new Problem('idempotency_in_flight', undefined, { headers: { 'retry-after': '2' } });
  }
  let answer: StoredAnswer;
  try {
    answer = stored(await create());
  } catch (error) {
    await idempotency.release(accountId, key);
    throw error;
  }
  await idempotency.complete(accountId, key, answer);
  return send(reply, answer);
}

function stored({ status, body, headers }: Answer): StoredAnswer {
  return { status, headers: headers ?? {}, body: JSON.stringify(body) };
}

function send(reply: FastifyReply, { status, headers, body }: StoredAnswer): never {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body) as never;
}

/** Of method, path and body; the order of a JSON object's fields does not count, a file counts by its bytes. */
function hashOf(request: FastifyRequest): string {
  const body = JSON.stringify(request.body ?? null, (_key, value: unknown) => {
    if (value instanceof ReceivedFile) return { filename: value.filename, sha256: value.sha256 };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('hex');
}
