/** Builds the HTTP server: the contract, its reference, health and metrics, and what compose.ts adds. */
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerBrokenConnection } from './broken-connections.js';
import { refuseUnstorableText } from './clean-strings.js';
import { contract } from './contract.js';
import { closeConnectionsWhile } from './drain.js';
import { notFoundHandler, RouteTable } from './not-found.js';
import { observeRequests } from './observe.js';
import { documentContract } from './openapi/register.js';
import type { HttpDependencies } from './ports.js';
import { problemHandler } from './problem-handler.js';
import { trustProxyOption } from './proxy-trust.js';
import { followRequests } from './request-context.js';
import { requestId } from './request-id.js';
import { explainProblem } from './routes/explain-problem/route.js';
import { reportHealth } from './routes/report-health/route.js';
import { reportMetrics } from './routes/report-metrics/route.js';
import { apiServer, type Extension, plainServer, setByHook } from './types.js';

/** Ready to `listen` or `inject`; not listening yet. `extensions` are registered beside the contract. */
export async function createHttpServer(
  dependencies: HttpDependencies,
  extensions: readonly Extension[] = [],
): Promise<FastifyInstance> {
  const { settings, logger } = dependencies;
  const server = apiServer(
    fastify({
      loggerInstance: logger as FastifyBaseLogger,
      // One line a request, written by observe.ts.
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
      genReqId: (request) => requestId(request.headers),
      trustProxy: trustProxyOption(settings.trustProxy),
      bodyLimit: settings.maxJsonBytes,
      requestTimeout: settings.requestTimeoutSeconds * 1000,
      // Also a client that waits for the answer to a large upload is silent: what it sends has limits of its own
      // (headersTimeout, requestTimeout, upload/sender-pace.ts), and a kept-alive connection keepAliveTimeout.
      connectionTimeout: settings.requestTimeoutSeconds * 1000,
      keepAliveTimeout: 72_000,
      routerOptions: { maxParamLength: 300 },
      forceCloseConnections: 'idle',
      // What still gets in while the listener closes is answered, on a connection that ends with its answer.
      return503OnClosing: false,
      frameworkErrors: (error, request, reply) => {
        // Fastify types these for a server without schemas; the handler reads nothing of theirs.
        problemHandler(error, request as never, reply as never);
      },
      clientErrorHandler: answerBrokenConnection,
    }).withTypeProvider<ZodTypeProvider>(),
  );

  const table = new RouteTable();
  server.addHook('onRoute', (route) => table.add(route));
  server.decorateRequest('caller', setByHook);
  server.decorate('contractTable', []);
  server.setErrorHandler(problemHandler);
  server.setNotFoundHandler(notFoundHandler(table));
  // Whichever part registers a route. Not earlier: forms are read in preValidation.
  server.addHook('preHandler', async (request) => {
    if (!request.is404) refuseUnstorableText(request);
  });
  observeRequests(plainServer(server), dependencies.metrics);
  followRequests(plainServer(server), dependencies.startSpan ?? null);
  if (dependencies.drain) closeConnectionsWhile(dependencies.drain, plainServer(server));

  await server.register(helmet, {
    // HTTPS is the proxy's to promise; over plain HTTP on a local address it would lock people out.
    strictTransportSecurity: false,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
  });
  await documentContract(server);
  reportHealth(server, dependencies);
  reportMetrics(server, dependencies);
  explainProblem(server, dependencies);
  await server.register(async (scope) => contract(apiServer(scope), dependencies));
  for (const extension of extensions) await server.register(extension);
  await server.ready();
  return plainServer(server);
}
