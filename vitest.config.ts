import { defineConfig } from 'vitest/config';

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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
