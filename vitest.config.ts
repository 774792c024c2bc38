import { defineConfig } from 'vitest/config';
import { testKinds } from './scripts/test-kinds.mjs';

/** What is awaited is awaited as long as a slow machine needs; a fast one waits no longer for it. */
const expectations = { poll: { timeout: 30_000 } };
const unit = { testTimeout: 120_000, hookTimeout: 120_000, expect: expectations, isolate: false };
const migratedDatabase = 'tests/support/migrated-database.setup.ts';
const service = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: expectations,
  globalSetup: migratedDatabase,
};
const chaos = 'tests/chaos/*.test.ts';
const { pure, others } = testKinds();

/**
 * Four kinds of test: `pure`, on numbers and text alone, and `unit`, both beside the code they prove; `service` over real
 * HTTP against the built program; `chaos`, one round of each fault and flood, which `npm run test:long` runs. Unit tests
 * share their worker's modules: whoever changes a global restores it.
 */
export default defineConfig({
  test: {
    // Two workers at most: the service tests start real servers, and small machines have two cores.
    maxWorkers: 2,
    projects: [
      { test: { ...unit, name: 'pure', include: pure, pool: 'threads' } },
      { test: { ...unit, name: 'unit', include: others, pool: 'forks', globalSetup: migratedDatabase } },
      { test: { ...service, name: 'service', include: ['tests/**/*.test.ts'], exclude: [chaos] } },
      // One at a time: floods and faults are to meet a service that has the machine.
      { test: { ...service, name: 'chaos', include: [chaos], fileParallelism: false } },
    ],
  },
});
