// Which unit tests are pure: whose imports, however deep, reach no process, network, database or native module. `npm run
// check` runs all of them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const effects =
  /^(node:(child_process|cluster|http|https|http2|net|tls|dgram|worker_threads)|@electric-sql\/pglite|@20minutes\/s3rver|@node-rs\/argon2|fastify|kysely|node-av|onnxruntime-node|pg|playwright-core|undici)(\/|$)/;
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** What a file imports at run time, as it writes it. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2]);
}

function sourceFile(from, name) {
  const path = resolve(dirname(from), name);
  const candidates = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile()) ?? null;
}

/** The import graph of our own files, read once and only as far as it is asked for. */
export function importGraph() {
  const known = new Map();
  const read = (path) => {
    let found = known.get(path);
    if (found === undefined) {
      const names = importsOf(path);
      const files = names.filter((name) => name.startsWith('.')).map((name) => sourceFile(path, name));
      found = {
        files: files.filter((file) => file !== null && /\.[cm]?[jt]sx?$/.test(file)),
        hasEffects: names.some((name) => effects.test(name)),
      };
      known.set(path, found);
    }
    return found;
  };
  /** The file and everything that it imports, with how many imports it is away. */
  const distances = (path) => {
    const steps = new Map([[path, 0]]);
    for (const [file, count] of steps) {
      for (const next of read(file).files) if (!steps.has(next)) steps.set(next, count + 1);
    }
    return steps;
  };
  return { distances, isPure: (path) => [...distances(path).keys()].every((file) => !read(file).hasEffects) };
}

/** Test files beside the code, relative to the root. */
export function unitTestFiles() {
  return ['src', 'client/src', 'bench'].flatMap(testFilesBelow);
}

const testFilesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

/** A whole file of `npm run test:long`, which `npm test` leaves out. */
const isLong = (name) => name.endsWith('.long.test.ts');

/** The test files of `npm run test:long`, relative to the root: those that take rounds, and those that are all its own. */
export function testsInRounds() {
  const { distances } = importGraph();
  const rounds = join(root, 'tests', 'support', 'rounds.ts');
  const all = [...unitTestFiles(), ...testFilesBelow('tests')];
  return all.filter((file) => isLong(file) || distances(join(root, file)).has(rounds));
}

/** The unit tests in two kinds, relative to the root. */
export function testKinds() {
  const { isPure } = importGraph();
  const pure = [];
  const others = [];
  for (const file of unitTestFiles().filter((name) => !isLong(name)))
    (isPure(join(root, file)) ? pure : others).push(file);
  return { pure, others };
}

/**
 * Those of `tests` that import one of `changed`, nearest first: a changed test itself, then those that import a changed
 * file directly, and so on. All paths relative to the root.
 */
export function nearestTests(changed, tests) {
  const { distances } = importGraph();
  const wanted = changed.map((file) => resolve(root, file));
  const ranked = tests.map((test) => {
    const far = distances(resolve(root, test));
    return { test, steps: Math.min(...wanted.map((file) => far.get(file) ?? Infinity)) };
  });
  return ranked
    .filter(({ steps }) => steps < Infinity)
    .sort((a, b) => a.steps - b.steps)
    .map(({ test }) => test);
}

if (process.argv[1] === import.meta.filename) {
  const { pure, others } = testKinds();
  process.stdout.write(`${pure.length} pure, ${others.length} others\n${others.join('\n')}\n`);
}
