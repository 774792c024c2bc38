/**
 * The entry point for commands of this machine: the command line sends its commands to the process that owns the
 * database. It listens on a Unix socket of mode 0600 and never on TCP: the kernel refuses every other user.
 */
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';

/** How a command ended; `fault` is the operator's mistake. */
export type LocalCommandResult =
  | { readonly answer: unknown }
  | { readonly fault: { readonly code: string; readonly message: string } };

export interface LocalCommandsOptions {
  readonly logger?: FastifyBaseLogger;
  /** Null where there is no command of that name. */
  run(command: string, given: unknown): Promise<LocalCommandResult | null>;
}

/** Serves `POST /internal/v1/commands/{name}` and nothing else; not listening yet. */
export async function createLocalCommandsServer(options: LocalCommandsOptions): Promise<FastifyInstance> {
  const server = fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    // An import sends its songs in batches of some hundred.
    bodyLimit: 128 * 1024 * 1024,
    forceCloseConnections: 'idle',
  });
  server.post<{ Params: { name: string }; Body: { arguments?: unknown } | null }>(
    '/internal/v1/commands/:name',
    async (request, reply) => {
      const { name } = request.params;
      const result = await options.run(name, request.body?.arguments);
      if (result === null) {
        return problem(reply, 404, 'unknown_command', `This instance knows no command ${name}.`);
      }
      if ('fault' in result) return problem(reply, 422, result.fault.code, result.fault.message);
      return reply.header('cache-control', 'no-store').send({ answer: result.answer });
    },
  );
  await server.ready();
  return server;
}

function problem(reply: FastifyReply, status: number, code: string, detail: string): FastifyReply {
  return reply
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: code, status, code, detail }));
}
