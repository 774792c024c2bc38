/** The server's types: Fastify with zod schemas, and what this service attaches to a request. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Account } from '../accounts/ports.js';
import type { HttpDependencies } from './ports.js';

export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Registers one route. */
export type Route = (server: ApiServer, dependencies: HttpDependencies) => void;

/** Routes that are not part of the public contract: the dashboard, the command line's local door. */
export type Extension = FastifyPluginAsync;

/** Who a request comes from. */
export interface Caller {
  readonly keyId: string;
  readonly account: Account;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication before any handler of the contract runs. */
    caller: Caller;
  }
}
