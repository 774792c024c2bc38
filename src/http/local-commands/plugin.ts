/**
 * The instance's local door: the command line on the same machine hands its commands to the process that owns the
 * database. Whoever can read `instance.json` (mode 0600, in the data folder) has the token, and nobody else.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
// For its type of schema.hide only.
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What a command came to; `fault` is the operator's mistake. */
export type LocalCommandResult =
  | { readonly answer: unknown }
  | { readonly fault: { readonly code: string; readonly message: string } };

export interface LocalCommandsOptions {
  /** The secret of `instance.json`; at least 32 characters. */
  readonly token: string;
  /** Null where there is no command of that name. */
  run(command: string, given: unknown): Promise<LocalCommandResult | null>;
}

/** Registers `POST /internal/v1/commands/{name}`, which is not part of the public contract. */
export async function localCommandsPlugin(
  server: FastifyInstance,
  options: LocalCommandsOptions,
): Promise<void> {
  if (options.token.length < 32) throw new Error('the local token must have at least 32 characters');
  const expected = digest(`Bearer ${options.token}`);

  server.route<{ Params: { name: string }; Body: { arguments?: unknown } | null }>({
    method: 'POST',
    url: '/internal/v1/commands/:name',
    schema: { hide: true },
    // An import sends its songs in batches of some hundred.
    bodyLimit: 128 * 1024 * 1024,
    onRequest: async (request, reply) => {
      const offered = digest(request.headers.authorization ?? '');
      // Digests have one length, so the comparison tells nothing about the token.
      if (!timingSafeEqual(offered, expected)) {
        return problem(reply, 401, 'local_token', 'The token of this instance is needed.');
      }
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const result = await options.run(name, request.body?.arguments);
      if (result === null) {
        return problem(reply, 404, 'unknown_command', `This instance knows no command ${name}.`);
      }
      if ('fault' in result) return problem(reply, 422, result.fault.code, result.fault.message);
      return reply.header('cache-control', 'no-store').send({ answer: result.answer });
    },
  });
}

function problem(reply: FastifyReply, status: number, code: string, detail: string): FastifyReply {
  return reply
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: code, status, code, detail }));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
