/** The OpenAPI document without a service: schemas need no stores. */
import fastify from 'fastify';
import type { HttpDependencies } from '../ports.js';
import { contractRoutes } from '../routes.js';
import { apiServer } from '../types.js';
import { validatorCompiler } from '../validation.js';
import { documentContract } from './register.js';

/** What `openapi/v1.json` must hold, as JSON text. */
export async function openApiText(): Promise<string> {
  const server = apiServer(fastify());
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await documentContract(server);
  // Registering a route touches the settings only; no handler ever runs here.
  const dependencies = { settings: {} } as HttpDependencies;
  await server.register(async (scope) => {
    for (const register of contractRoutes) register(apiServer(scope), dependencies);
  });
  await server.ready();
  const text = `${JSON.stringify(server.swagger(), null, 2)}\n`;
  await server.close();
  return text;
}
