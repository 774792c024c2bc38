/** The request that is being served, for what is done on its behalf far from its handler. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { TaskOrigin } from '../tasks/ports.js';
import type { StartSpan } from './ports.js';

const storage = new AsyncLocalStorage<TaskOrigin>();
/** Asked all the time; a trace of each would bury the others. */
const untraced = /^\/(livez|readyz|metrics|dashboard\/)/;

/** Null outside of requests. */
export const currentRequest = (): TaskOrigin | null => storage.getStore() ?? null;

interface Followed {
  readonly origin: TaskOrigin;
  readonly span: ReturnType<StartSpan> | null;
}

/** @param startSpan null where nothing is traced */
export function followRequests(server: FastifyInstance, startSpan: StartSpan | null): void {
  const followed = new WeakMap<object, Followed>();

  server.addHook('onRequest', (request, _reply, done) => {
    const { method, id: requestId, headers } = request;
    const given = headers.traceparent;
    const span =
      startSpan === null || untraced.test(request.url)
        ? null
        : startSpan({ method, requestId, traceParent: typeof given === 'string' ? given : null });
    const origin = { requestId, traceParent: span?.traceParent ?? null };
    followed.set(request, { origin, span });
    storage.run(origin, done);
  });

  // Once more: a body arrives in the context of its connection.
  server.addHook('preValidation', (request, _reply, done) => {
    const known = followed.get(request);
    if (known === undefined) done();
    else storage.run(known.origin, done);
  });

  server.addHook('onResponse', (request, reply, done) => {
    followed.get(request)?.span?.end(request.routeOptions.url ?? 'unknown', reply.statusCode);
    done();
  });
}
