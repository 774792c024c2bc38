/**
 * The time between "stop" and the closing of the listener: `/readyz` fails, so that proxies turn elsewhere, while
 * requests are answered as before, each on a connection that ends with its answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Drain {
  readonly isDraining: boolean;
  /** Resolves when the time has passed. */
  run(seconds: number): Promise<void>;
}

export function createDrain(): Drain {
  let isDraining = false;
  return {
    get isDraining() {
      return isDraining;
    },
    async run(seconds) {
      isDraining = true;
      if (seconds > 0) await sleep(seconds * 1000);
    },
  };
}

/**
 * A proxy that keeps connections would else send its next request into one that is about to close. With the answer, so
 * that a request that came before the drain ends its connection too.
 */
export function closeConnectionsWhile(drain: Pick<Drain, 'isDraining'>, server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply) => {
    if (drain.isDraining) reply.header('connection', 'close');
  });
}
