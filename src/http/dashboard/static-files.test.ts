/** What a browser may keep of the dashboard: files with a hash in their names for ever, the page never. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staticFiles } from './static-files.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-static-'));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html><script nonce="__NONCE__"></script></html>');
  writeFileSync(join(folder, 'color-scheme.js'), '');
  writeFileSync(join(folder, 'assets', 'base-1a2b3c.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'base-1a2b3c.js.gz'), gzipSync('export {};'));
  app = fastify();
  await staticFiles(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['/dashboard/assets/base-1a2b3c.js', 'public, max-age=31536000, immutable'],
  ['/dashboard/color-scheme.js', 'no-cache'],
  ['/app/tasks', 'no-store'],
])('%s is answered with cache-control: %s', async (url, expected) => {
  const answer = await app.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, expected]);
});

it.each([
  ['gzip', 'gzip'],
  ['identity', undefined],
])(
  'a file asked for with accept-encoding %s is kept apart by caches from the other form',
  async (accepted, encoding) => {
    const answer = await app.inject({
      method: 'GET',
      url: '/dashboard/assets/base-1a2b3c.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
  },
);

it('a build under a running service is served with its own files, and a page of before stays while there is none', async () => {
  writeFileSync(join(folder, 'assets', 'base-4d5e6f.js'), 'export const next = 1;');
  const script = await app.inject({ method: 'GET', url: '/dashboard/assets/base-4d5e6f.js' });
  expect([script.statusCode, script.body]).toEqual([200, 'export const next = 1;']);
  const page = join(folder, 'index.html');
  writeFileSync(page, '<html>next</html>');
  utimesSync(page, 1, 1);
  const next = await app.inject({ method: 'GET', url: '/app' });
  expect(next.body).toBe('<html>next</html>');
  rmSync(page);
  expect((await app.inject({ method: 'GET', url: '/app' })).body).toBe('<html>next</html>');
});

it.each(['base-0.js', '', '.hidden', '..%2findex.html', '%00', 'deep/base-1a2b3c.js', '%ff'])(
  'the file "%s" among those with hashes is not there',
  async (name) => {
    const answer = await app.inject({ method: 'GET', url: `/dashboard/assets/${name}` });
    expect([400, 404]).toContain(answer.statusCode);
  },
);
