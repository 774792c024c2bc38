import { defineConfig } from 'vitest/config';

/** What is awaited is awaited as long as a slow machine needs; a fast one waits no longer for it. */
const expectations = { poll: { timeout: 30_000 } };

/** Two kinds of test: `unit` beside the code it proves, `service` over real HTTP against the built program. */
export default defineConfig({
  test: {
    // Two workers at most: the service tests start real servers, and small machines have two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectations,
          fileParallelism: false,
        },
      },
    ],
  },
});
