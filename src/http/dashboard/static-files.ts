/** The built web application: hashed files for ever, the one page fresh each time with a nonce for its styles. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Paths at which the one page answers; what it shows is its own business. */
const pagePaths = ['/', '/setup', '/login', '/invitation', '/confirm-email', '/app', '/app/*'];
const nonceMark = '__NONCE__';

export async function staticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const file = join(folder, 'index.html');
  const currentPage = existsSync(file) ? openPage(file) : null;

  for (const path of pagePaths) {
    app.get(path, { schema: { hide: true } as object }, async (_request, reply) => {
      if (currentPage === null) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
      const nonce = randomBytes(16).toString('base64');
      return sendPage(reply, currentPage().replaceAll(nonceMark, nonce), nonce);
    });
  }

  if (currentPage === null) return;
  const options = {
    decorateReply: false,
    index: false,
    // The build lays .gz beside each file.
    preCompressed: true,
    // Its own header, "ask again each time", would replace the one below.
    cacheControl: false,
  } as const;
  const shared = {
    ...options,
    root: folder,
    prefix: '/dashboard/',
    wildcard: false,
    globIgnore: ['assets/**'],
  };
  await app.register(fastifyStatic, { ...shared, setHeaders: headersOf('no-cache') });
  const assets = join(folder, 'assets');
  if (!existsSync(assets)) return;
  await app.register(fastifyStatic, {
    ...options,
    root: assets,
    prefix: '/dashboard/assets/',
    // Looked for at each request: a build gives them other names, and the page that names them is read anew.
    wildcard: true,
    // A folder, or a way out of this one, is nothing that is there: the library's own answer is an error of the service.
    allowedPath: (path) => /^\/?[\w-][\w.-]*$/.test(path),
    setHeaders: headersOf('public, max-age=31536000, immutable'),
  });
}

function headersOf(cacheControl: string): (response: SetHeadersResponse) => void {
  return (response) => {
    // A cache in between must not hand the .gz to whoever cannot read it.
    response.setHeader('vary', 'accept-encoding');
    response.setHeader('cache-control', cacheControl);
  };
}

/** The page as it is on the disk; that of before while a build has it removed. */
function openPage(file: string): () => string {
  let page = '';
  let readAtMs = -1;
  return () => {
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== readAtMs) page = readFileSync(file, 'utf8');
      readAtMs = mtimeMs;
    } catch (error) {
      if (page === '') throw error;
    }
    return page;
  };
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
