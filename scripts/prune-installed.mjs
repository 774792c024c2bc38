// node scripts/prune-installed.mjs [NODE_MODULES]: removes from an installation what this machine never runs. The Dockerfile
// does it; whoever installs the package may. Nothing has to be downloaded again but for another platform or for development.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const modules = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'node_modules'));
if (!existsSync(modules)) {
  process.stderr.write(`${modules} is no folder. Name the node_modules of the installation.\n`);
  process.exit(2);
}
const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      )
    : [];
let freed = 0;

function sizeOf(path) {
  const facts = statSync(path);
  if (!facts.isDirectory()) return facts.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function remove(path) {
  freed += sizeOf(path);
  rmSync(path, { recursive: true });
}

/** onnxruntime-node carries the libraries of five platforms in one package: 245 MB of the others. */
function removeOtherPlatforms() {
  const bin = join(modules, 'onnxruntime-node', 'bin');
  for (const api of foldersIn(bin)) {
    for (const platform of foldersIn(join(bin, api))) {
      for (const arch of foldersIn(join(bin, api, platform))) {
        const isOurs = platform === process.platform && arch === process.arch;
        if (!isOurs) remove(join(bin, api, platform, arch));
      }
    }
  }
}

/** OpenTelemetry's packages come three times over; Node takes `build/src`. */
function removeOtherModuleKinds() {
  const scope = join(modules, '@opentelemetry');
  for (const name of foldersIn(scope)) {
    for (const other of ['esm', 'esnext']) {
      const path = join(scope, name, 'build', other);
      if (existsSync(path) && existsSync(join(scope, name, 'build', 'src'))) remove(path);
    }
  }
}

/** Builds for browsers, old engines and CommonJS; Node takes the others. */
function removeBrowserBuilds() {
  const builds = {
    'pdfkit/js': /\.(browser|old|standalone)\b/,
    'fontkit/dist': /^browser/,
    // Node imports its ES modules; no extension of PostgreSQL is used.
    '@electric-sql/pglite/dist': /\.(cjs|tar\.gz)$/,
    'csv-parse/dist': /^(umd|iife|cjs)$/,
    'kysely/dist': /^cjs$/,
    'mediabunny/dist/bundles': /^(?!mediabunny\.node\.cjs$)/,
  };
  for (const [folder, isOther] of Object.entries(builds)) {
    const path = join(modules, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) if (isOther.test(name)) remove(join(path, name));
  }
}

/** What dependencies test themselves with, 7 MB, and Fastify's and pino's documents. */
function removeTestsAndDocuments() {
  const folders = [
    ...['bintrees', 'fastify', 'pino', 'fast-json-stringify', 'find-my-way', '@fastify/static'].map(
      (name) => `${name}/test`,
    ),
    ...['fastify', 'pino'].map((name) => `${name}/docs`),
  ];
  for (const folder of folders) {
    const path = join(modules, folder);
    if (existsSync(path)) remove(path);
  }
}

/** Maps, sources in TypeScript and histories: for debuggers, compilers and readers. Licences stay. */
function removeForDevelopers(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeForDevelopers(path);
    else if (entry.isFile() && /\.(map|[cm]?tsx?)$|^(readme|changelog|history)\.md$/i.test(entry.name))
      remove(path);
  }
}

removeOtherPlatforms();
removeOtherModuleKinds();
removeBrowserBuilds();
removeTestsAndDocuments();
removeForDevelopers(modules);
// The program's own maps, where it is what was installed into: another's dist/ is not ours.
const manifest = join(modules, '..', 'package.json');
const own = join(modules, '..', 'dist');
if (
  existsSync(own) &&
  existsSync(manifest) &&
  JSON.parse(readFileSync(manifest, 'utf8')).name === 'contrafact'
)
  removeForDevelopers(own);
process.stdout.write(
  `${(freed / 1e6).toFixed(0)} MB removed, ${(sizeOf(modules) / 1e6).toFixed(0)} MB are left in ${modules}\n`,
);
