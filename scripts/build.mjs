// Compiles src/ to dist/, converts the note network to dist/models/, compiles client/ to client/dist and, when its
// sources are here, the dashboard to dist/dashboard.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);

function step(title, command, args) {
  const startedAt = Date.now();
  process.stderr.write(`build: ${title} … `);
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) {
    process.stderr.write(`failed\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}\n`);
    process.exit(result.status || 1);
  }
  process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** The server sends these where a browser takes gzip, so that nothing is compressed while somebody waits. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

step('TypeScript', bin('tsc'), ['-p', 'tsconfig.build.json']);
step('note network', process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
step('client', bin('tsc'), ['-p', 'client/tsconfig.json']);
if (existsSync(join(root, 'dashboard', 'vite.config.ts'))) {
  step('dashboard', bin('vite'), ['build', '--config', 'dashboard/vite.config.ts', '--logLevel', 'warn']);
  compress(join(root, 'dist', 'dashboard'));
}
