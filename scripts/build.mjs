// Compiles src/ to dist/, makes the database that a new instance begins with, converts the note network to dist/models/, compiles client/ to client/dist and, when its
// sources are here, the dashboard to dist/dashboard. Each part is made only where what it is made of has changed;
// `--all` makes all, `--only server` no other (it can be repeated). Types are checked by `npm run types`, not here.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { filesBelow, hashOf } from './build-inputs.mjs';
import { bundleProgram } from './bundle-program.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const statePath = join(dist, '.build.json');
const nativeCompiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const bin = (name) => join(root, 'node_modules', '.bin', name);

function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status !== 0) {
    throw new Error(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`);
  }
}

/** One JavaScript file for each source, with its map; what a source no longer stands behind is removed. */
async function compileServer(sources) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outbase: 'src',
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  });
  const made = new Set(sources.map((name) => name.replace(/^src\//, '').replace(/\.ts$/, '.js')));
  for (const file of filesBelow(dist)) {
    const name = relative(dist, file);
    if (/^(dashboard|program)\//.test(name) || !/\.js(\.map)?$/.test(name)) continue;
    // Another build may have removed it in between.
    if (!made.has(name.replace(/\.map$/, ''))) rmSync(file, { force: true });
  }
  for (const name of kernels) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    copyFileSync(join(root, 'src', name), join(dist, name));
  }
}

/** The server sends these where a browser takes gzip, so that nothing is compressed while someone waits. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

const sources = filesBelow(join(root, 'src'))
  .map((file) => relative(root, file))
  .filter(
    (name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name) && !name.includes('/test-support/'),
  );

/** The compiled WebAssembly kernels and their hashes, which are read where they lie. */
const kernels = filesBelow(join(root, 'src', 'signal', 'wasm'))
  .map((file) => relative(join(root, 'src'), file))
  .filter((name) => /\.(wasm|json)$/.test(name));

const parts = [
  {
    title: 'server',
    inputs: [
      ...[...sources, ...kernels.map((name) => join('src', name)), 'tsconfig.json'],
      ...['scripts/bundle-program.mjs', 'scripts/superseded-parts.mjs', 'package-lock.json'],
    ],
    outputs: ['dist/cli/main.js', 'dist/program/main.js', ...kernels.map((name) => join('dist', name))],
    // Both or neither: the program starts child processes from the single files.
    async make() {
      await compileServer(sources);
      await bundleProgram(root);
    },
  },
  {
    title: 'initial database',
    inputs: [
      ...sources.filter((name) => /^src\/(storage|domain)\//.test(name)),
      'scripts/initial-database.mjs',
      'node_modules/@electric-sql/pglite/package.json',
    ],
    outputs: ['dist/storage/initial-database.br'],
    make: () => run(process.execPath, [join(root, 'scripts', 'initial-database.mjs')]),
  },
  {
    title: 'note network',
    inputs: ['scripts/basic-pitch', 'node_modules/@spotify/basic-pitch/package.json'],
    outputs: ['dist/models/note-network.onnx'],
    make: () => run(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]),
  },
  {
    title: 'client',
    inputs: ['client/src', 'client/tsconfig.json', 'node_modules/typescript-native/package.json'],
    outputs: ['client/dist/index.js'],
    make: () => run(process.execPath, [nativeCompiler, '-p', 'client/tsconfig.json']),
  },
  {
    title: 'dashboard',
    inputs: ['dashboard', 'package-lock.json'],
    outputs: ['dist/dashboard/index.html'],
    make() {
      const config = ['--config', 'dashboard/vite.config.ts', '--logLevel', 'warn'];
      // Tests make the same pages as a release: without React's development build.
      run(bin('vite'), ['build', ...config], { NODE_ENV: 'production' });
      compress(join(dist, 'dashboard'));
    },
  },
].filter((part) => part.title !== 'dashboard' || existsSync(join(root, 'dashboard', 'vite.config.ts')));

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string', multiple: true } },
});
const state = !values.all && existsSync(statePath) ? JSON.parse(readFileSync(statePath, 'utf8')) : {};
const recipe = hashOf(root, [
  'scripts/build.mjs',
  'scripts/build-inputs.mjs',
  'node_modules/esbuild/package.json',
]);

for (const { title, inputs, outputs, make } of parts) {
  if (values.only !== undefined && !values.only.includes(title)) continue;
  const hash = `${recipe} ${hashOf(root, inputs)}`;
  if (state[title] === hash && outputs.every((name) => existsSync(join(root, name)))) continue;
  const startedAt = Date.now();
  process.stderr.write(`build: ${title} … `);
  try {
    await make();
  } catch (error) {
    process.stderr.write(`failed\n${error.message}\n`);
    process.exit(1);
  }
  process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
  state[title] = hash;
  mkdirSync(dist, { recursive: true });
  writeFileSync(statePath, JSON.stringify(state));
}
