// Runs test files against one mutated source at a time: started by main.mjs, which sends { path, text, tests, last } and ends
// this process where a mutant never comes back.
import { relative, resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const root = resolve(import.meta.dirname, '..', '..');
/** The source that is mutated at present, and what it is. */
let mutant = { path: '', text: '' };
/** Whether the tests have loaded it. */
let isLoaded = false;
const { tests, arePure } = JSON.parse(process.argv[2]);

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    run: true,
    include: tests,
    // A worker that went on would keep the modules of the mutant before.
    isolate: true,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    // What a mutant gives is never kept as what is right.
    update: 'none',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [{}],
    globalSetup: arePure ? [] : ['tests/support/unit.setup.ts'],
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform(_code, id) {
          if (id.split('?')[0] !== mutant.path) return null;
          isLoaded = true;
          return { code: mutant.text, map: null };
        },
      },
    ],
  },
);

/** Resolves with the test file that does not pass, or null. `last`: how many of the tests at the end stay there. */
async function noticing({ path, text, tests: wanted, last }) {
  for (const changed of [mutant.path, path]) if (changed !== '') vitest.invalidateFile(changed);
  mutant = { path, text };
  isLoaded = false;
  const specifications = await vitest.globTestSpecifications();
  const byModule = new Map(specifications.map((one) => [one.moduleId, one]));
  const chosen = wanted.map((test) => byModule.get(resolve(root, test))).filter(Boolean);
  if (chosen.length !== wanted.length)
    throw new Error(`${wanted.length - chosen.length} of ${wanted} are not found`);
  // One file after the other, so that most mutants cost no more than the file that notices them.
  const first = chosen.length - last;
  for (const specification of [...inOrder(chosen.slice(0, first)), ...inOrder(chosen.slice(first))])
    if (!(await passesFile(specification))) return relative(root, specification.moduleId);
  if (!isLoaded) throw new Error(`${wanted} do not load ${path}`);
  return null;
}

/** Of each test file: what it took, and how many mutants it noticed. */
const records = new Map();

/** Those first that notice most for their time; the nearest first as long as nothing is known. */
function inOrder(specifications) {
  const cost = ({ moduleId }) => {
    const { seconds = 0, noticed = 0 } = records.get(moduleId) ?? {};
    return seconds / (noticed + 1);
  };
  return [...specifications].sort((a, b) => cost(a) - cost(b));
}

async function passesFile(specification) {
  const { moduleId } = specification;
  const start = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  // Also those of earlier runs are among them.
  const own = testModules.filter((module) => module.moduleId === moduleId);
  const isPassed = unhandledErrors.length === 0 && own.every((module) => module.ok());
  const { noticed = 0 } = records.get(moduleId) ?? {};
  const seconds = (performance.now() - start) / 1000;
  records.set(moduleId, { seconds, noticed: isPassed ? noticed : noticed + 1 });
  return isPassed;
}

process.on('message', (job) => {
  noticing(job).then(
    (noticedBy) => process.send({ noticedBy }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
