/** The built web application: hashed files for ever, the one page fresh each time with a nonce for its styles. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Paths at which the one page answers; what it shows is its own business. */
const pagePaths = ['/', '/setup', '/login', '/invitation', '/confirm-email', '/app', '/app/*'];
const nonceMark = '__NONCE__';

export async function staticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const file = join(folder, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null;

  for (const path of pagePaths) {
    app.get(path, { schema: { hide: true } as object }, async (_request, reply) => {
      if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
      const nonce = randomBytes(16).toString('base64');
      return sendPage(reply, page.replaceAll(nonceMark, nonce), nonce);
    });
  }

  if (page === null) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/dashboard/',
    decorateReply: false,
    index: false,
    wildcard: false,
    // The build lays .gz beside each file.
    preCompressed: true,
    // Its own header, "ask again each time", would replace the one below.
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes(join(folder, 'assets'));
      // A cache in between must not hand the .gz to whoever cannot read it.
      response.setHeader('vary', 'accept-encoding');
      response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

function sendPage(reply: FastifyReply, page: string, nonce: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        [
          "default-src 'none'",
          "script-src 'self'",
          // The component library and the waveform write style elements: only those with this page's nonce count.
          `style-src 'self' 'nonce-${nonce}'`,
          "img-src 'self' data:",
          "font-src 'self'",
          "connect-src 'self' blob:",
          "media-src 'self' blob:",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
        ].join('; '),
      )
      .header('x-content-type-options', 'nosniff')
      // The setup and invitation links carry tokens: they must not leave in a Referer header.
      .header('referrer-policy', 'no-referrer')
      .send(page)
  );
}

const notBuilt = 'The dashboard is not built here. Run `npm run build` and start the service again.\n';
