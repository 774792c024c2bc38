import type { FastifyReply } from 'fastify';

/** Aborted when the client hangs up before its answer: work done only for it can stop. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abortIfUnanswered = (): void => {
    if (!reply.raw.writableFinished) controller.abort();
  };
  // Closed already while the database was awaited: no `close` comes any more.
  if (reply.raw.closed) abortIfUnanswered();
  else reply.raw.once('close', abortIfUnanswered);
  return controller.signal;
}
