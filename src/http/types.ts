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
import type { z } from 'zod';
import type { Account } from '../accounts/ports.js';
import type { HttpDependencies } from './ports.js';

export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Fastify's own type of a server whose schemas are zod's. They are one object; the two types do not admit it. */
export const apiServer = (server: object): ApiServer => server as ApiServer;

/** The same the other way round, for what wants Fastify's plain type. */
export const plainServer = (server: object): FastifyInstance => server as FastifyInstance;

/**
 * What was stored as documented JSON, a stream or text of another media type: the compiler cannot see that it is the
 * route's schema. The contract tests hold the answers to it.
 */
export const documented = (body: unknown): never => body as never;

/** What a decorated property holds until a hook sets it, before any handler reads it. */
export const setByHook = undefined as never;

/** Registers one route. */
export type Route = (server: ApiServer, dependencies: HttpDependencies) => void;

/** Routes that are not part of the public contract: the dashboard, the command line's local socket. */
export type Extension = FastifyPluginAsync;

/** Who a request comes from. */
export interface Caller {
  readonly keyId: string;
  readonly account: Account;
}

/** A route of the contract as it was registered. */
export interface ContractRoute {
  readonly method: string;
  readonly url: string;
  readonly schema: {
    readonly params?: z.ZodType;
    readonly querystring?: z.ZodType;
    readonly body?:
      | z.ZodType
      | { readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>> };
    readonly response?: Readonly<Record<number, unknown>>;
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that a caller's API key reaches, HEAD aside. */
    contractTable: ContractRoute[];
  }
  interface FastifyRequest {
    /** Set by authentication before any handler of the contract runs. */
    caller: Caller;
  }
}
