/** The routes of the contract with what all of them share: authentication, limits, validation. */
import multipart from '@fastify/multipart';
import { z } from 'zod';
import { authenticate } from './authentication.js';
import { acceptedTypes, checkContentType } from './content-type.js';
import { duplicateKey } from './duplicate-keys.js';
import { closeRouteNotOffered } from './offered-analyses.js';
import type { HttpDependencies } from './ports.js';
import { limitRate } from './rate-limit.js';
import { contractRoutes } from './routes.js';
import type { ApiServer, ContractRoute } from './types.js';
import { fieldProblem, pointer, validatorCompiler } from './validation.js';

/** Register in a scope of its own: its hooks and parsers must not touch the dashboard's routes. */
export async function contract(server: ApiServer, dependencies: HttpDependencies): Promise<void> {
  server.setValidatorCompiler(validatorCompiler);
  // Answers are built from typed values and held against their schemas by the tests, not on every request.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await readBodies(server);

  server.addHook('onRoute', (route) => {
    // Unknown query parameters are refused everywhere, also where a route has none.
    if (route.schema && !route.schema.querystring) route.schema.querystring = z.strictObject({});
    closeRouteNotOffered(route, dependencies.settings.analyses);
    if (route.method !== 'HEAD') {
      const { method, url, schema } = route;
      server.contractTable.push({ method: String(method), url, schema: schema as ContractRoute['schema'] });
    }
  });

  server.addHook('onRequest', async (request, reply) => {
    request.caller = await authenticate(request, dependencies.keys);
    await limitRate(dependencies, request.caller, reply);
    checkContentType(request);
  });

  server.addHook('preValidation', async (request) => {
    if (acceptedTypes(request) !== null || isEmpty(request.body)) return;
    throw fieldProblem([{ pointer: '#', detail: 'This route takes no body.' }]);
  });

  server.addHook('onSend', async (_request, reply) => {
    // Answers are one account's: no cache between may keep them.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  });

  for (const register of contractRoutes) register(server, dependencies);
}

async function readBodies(server: ApiServer): Promise<void> {
  server.removeAllContentTypeParsers();
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An empty body is judged by the route: many clients always send the header.
    if (body === '') done(null, undefined);
    else {
      parseJson(request, body as string, (error, parsed) => {
        const twice = error ? null : duplicateKey(body as string);
        if (twice) done(fieldProblem([{ pointer: pointer(twice), detail: 'This field is given twice.' }]));
        // Fastify has null for an absent body too: a null that was sent is answered here.
        else if (!error && parsed === null && acceptedTypes(request) !== null)
          done(fieldProblem([{ pointer: '#', detail: 'Must be an object.' }]));
        else done(error, parsed);
      });
    }
  });
  // Imports are written to the disk as they come, by their route.
  server.addContentTypeParser(
    ['text/csv', 'application/x-ndjson', 'application/jsonl'],
    (_request: unknown, payload: unknown, done: (error: null, body: unknown) => void) => done(null, payload),
  );
  await server.register(multipart);
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}
