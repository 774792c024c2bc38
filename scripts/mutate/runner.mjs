// Runs test files against one mutated source at a time: started by main.mjs, which sends { path, text, tests } and ends
// this process where a mutant never comes back.
import { resolve } from 'node:path';
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

/** Resolves with whether all tests pass. */
async function passes({ path, text, tests: wanted }) {
  for (const changed of [mutant.path, path]) if (changed !== '') vitest.invalidateFile(changed);
  mutant = { path, text };
  isLoaded = false;
  const specifications = await vitest.globTestSpecifications();
  const chosen = specifications.filter(({ moduleId }) =>
    wanted.some((test) => resolve(root, test) === moduleId),
  );
  if (chosen.length !== wanted.length)
    throw new Error(`${wanted.length - chosen.length} of ${wanted} are not found`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  if (!isLoaded) throw new Error(`${wanted} do not load ${path}`);
  // Also those of earlier runs are among them.
  const now = new Set(chosen.map(({ moduleId }) => moduleId));
  return (
    unhandledErrors.length === 0 && testModules.every((module) => !now.has(module.moduleId) || module.ok())
  );
}

process.on('message', (job) => {
  passes(job).then(
    (isPassed) => process.send({ isPassed }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
