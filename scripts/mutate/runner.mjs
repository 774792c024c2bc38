// Runs test files against one mutated source at a time: started by main.mjs, which sends { path, text, tests } and ends
// this process where a mutant never comes back.
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const root = resolve(import.meta.dirname, '..', '..');
/** The source that is mutated at present, and what it is. */
let mutant = { path: '', text: '' };
const { tests, arePure } = JSON.parse(process.argv[2]);

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    run: true,
    include: tests,
    // Each mutant gets fresh modules; its tests share them.
    isolate: false,
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
        transform: (_code, id) =>
          id.split('?')[0] === mutant.path ? { code: mutant.text, map: null } : null,
      },
    ],
  },
);

/** Resolves with whether all tests pass. */
async function passes({ path, text, tests: wanted }) {
  for (const changed of [mutant.path, path]) if (changed !== '') vitest.invalidateFile(changed);
  mutant = { path, text };
  const specifications = await vitest.globTestSpecifications();
  const chosen = specifications.filter(({ moduleId }) =>
    wanted.some((test) => resolve(root, test) === moduleId),
  );
  if (chosen.length !== wanted.length)
    throw new Error(`${wanted.length - chosen.length} of ${wanted} are not found`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

process.on('message', (job) => {
  passes(job).then(
    (isPassed) => process.send({ isPassed }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
