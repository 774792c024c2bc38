/** Makes the OpenAPI document from the routes' own schemas and serves it, with a reference that needs no internet. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { ApiServer } from '../types.js';
import { contractInfo } from './info.js';
import { icon, script, styles } from './reference-theme.js';
import { transformObject, transformRoute } from './transform.js';

export async function documentContract(server: ApiServer): Promise<void> {
  await server.register(swagger, {
    openapi: contractInfo(),
    transform: transformRoute,
    transformObject,
  });
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    // Everything comes from this server; the default asks validator.swagger.io.
    uiConfig: { validatorUrl: null, deepLinking: true, persistAuthorization: false, layout: 'BaseLayout' },
    theme: {
      title: 'API reference · Contrafact',
      favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: icon }],
      css: [{ filename: 'product.css', content: styles }],
      js: [{ filename: 'product.js', content: script }],
    },
    staticCSP: {
      'default-src': "'self'",
      'img-src': ["'self'", 'data:'],
      // The reference styles its elements inline.
      'style-src': ["'self'", "'unsafe-inline'"],
      'script-src': "'self'",
      'object-src': "'none'",
      'frame-ancestors': "'self'",
    },
  });
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.send(server.swagger()),
  );
}
