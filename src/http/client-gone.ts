import type { FastifyReply } from 'fastify';

/** Aborted when the client hangs up before its answer: work done only for it can stop. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
