import { defineConfig } from 'vitest/config';
import { OrderedFiles } from './scripts/test-order.mjs';

/** What is awaited is awaited as long as a slow machine needs; a fast one waits no longer for it. */
const expectations = { poll: { timeout: 30_000 } };
const service = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: expectations,
  globalSetup: 'tests/support/service.setup.ts',
};
const chaos = 'tests/chaos/*.test.ts';
const isLongRun = process.env.CONTRAFACT_TEST_ROUNDS === 'all';
/** Whole files of `npm run test:long` alone. */
const long = isLongRun ? [] : ['**/*.long.test.ts'];
/** Its document holds every schema that was ever registered: other tests' modules must not be beside it. */
const alone = 'src/http/openapi/document.test.ts';

/**
 * Kinds of test: `unit` beside the code it proves; `service` over real HTTP against the built program; `alone`, what needs
 * modules of its own; `chaos`, one round of each fault and flood, which `npm run test:long` runs, as it does
 * `*.long.test.ts`. Unit tests, and service tests but in the long run, share their worker's modules: whoever changes a global restores it.
 */
export default defineConfig({
  test: {
    // For two cores: while one file waits for its instance, its browser or a callback, the others have work.
    maxWorkers: isLongRun ? 2 : 3,
    sequence: { sequencer: OrderedFiles },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [alone, ...long],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
          globalSetup: 'tests/support/unit.setup.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...service,
          name: 'service',
          include: ['tests/**/*.test.ts'],
          exclude: [chaos, ...long],
          // Floods and sweeps leave more behind than a worker's next file should find.
          isolate: isLongRun,
        },
      },
      { test: { ...service, name: 'alone', include: [alone] } },
      // One at a time: floods and faults are to meet a service that has the machine.
      { test: { ...service, name: 'chaos', include: [chaos], fileParallelism: false } },
    ],
  },
});
