/**
 * Idempotency-Key for requests that create something: the first answer is kept and repeated.
 * The answer is written in the transaction that creates (`KeepAnswer`), so neither exists without the other.
 * A rejected request leaves the key free, because nothing was created.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../analyses/analysis.js';
import { Problem } from '../domain/problems.js';
import { type HeldKey, type HttpDependencies, KeyLostError, type StoredAnswer } from './ports.js';
import { ReceivedFile } from './upload/received-file.js';
import { fieldProblem } from './validation.js';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Keeps the answer under the request's Idempotency-Key, if it has one. Call it in the transaction that creates what
 * the answer is about (`writeWith` of the stores), and let what it throws undo that transaction.
 */
export type KeepAnswer = (transaction: Transaction, answer: Answer) => Promise<void>;

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * Answers with what `create` makes, or with what the first request of the same Idempotency-Key was answered.
 * Resolves with the reply, as Fastify wants it; `never` fits the answer type of every route.
 */
export async function answerOnce(
  { idempotency }: Pick<HttpDependencies, 'idempotency'>,
  request: FastifyRequest,
  reply: FastifyReply,
  create: (keep: KeepAnswer) => Promise<Answer>,
): Promise<never> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return send(reply, stored(await create(async () => {})));
  if (typeof key !== 'string' || !validKey.test(key)) {
    const detail = 'Must be 1 to 255 visible ASCII characters, given once.';
    throw fieldProblem([{ pointer: '#/idempotency-key', detail, in: 'header' }]);
  }
  const accountId = request.caller.account.id;
  const claim = await idempotency.claim(accountId, key, hashOf(request));
  if (claim.outcome === 'replay') return send(reply.header('idempotent-replayed', 'true'), claim.answer);
  if (claim.outcome === 'mismatch') throw new Problem('idempotency_mismatch');
  if (claim.outcome === 'in-flight') {
    throw inFlight();
  }
  const { held, renewEverySeconds } = claim;
  // A renewal that fails is no error: what matters is checked when the answer is written.
  const renewals = setInterval(() => idempotency.renew(held).catch(() => {}), renewEverySeconds * 1000);
  try {
    return send(reply, await createOnce(idempotency, held, create));
  } catch (error) {
    // Where this fails, the lease lapses in seconds.
    await idempotency.release(held).catch((err: unknown) => {
      request.log.warn({ err }, 'an idempotency key was not released');
    });
    throw error instanceof KeyLostError ? inFlight() : error;
  } finally {
    clearInterval(renewals);
  }
}

async function createOnce(
  idempotency: HttpDependencies['idempotency'],
  held: HeldKey,
  create: (keep: KeepAnswer) => Promise<Answer>,
): Promise<StoredAnswer> {
  let kept: StoredAnswer | null = null;
  const answer = stored(
    await create(async (transaction, made) => {
      const first = stored(made);
      await idempotency.complete(transaction, held, first);
      kept = first;
    }),
  );
  await (kept === null ? idempotency.completeAlone(held, answer) : amend(idempotency, held, kept, answer));
  return answer;
}

/** A route that waits for what it created (an import) answers otherwise in the end than it kept at the creation. */
async function amend(
  idempotency: HttpDependencies['idempotency'],
  held: HeldKey,
  kept: StoredAnswer,
  answer: StoredAnswer,
): Promise<void> {
  if (kept.status !== answer.status || kept.body !== answer.body) await idempotency.amend(held, kept, answer);
}

function inFlight(): Problem {
  return new Problem('idempotency_in_flight', undefined, { headers: { 'retry-after': '2' } });
}

function stored({ status, body, headers }: Answer): StoredAnswer {
  return { status, headers: headers ?? {}, body: JSON.stringify(body) };
}

function send(reply: FastifyReply, { status, headers, body }: StoredAnswer): never {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body) as never; // A handler returns its reply, which no schema describes.
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
