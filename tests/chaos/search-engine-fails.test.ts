import { describe, expect, it } from 'vitest';
import { hasClickHouse, withoutClickHouse } from '../support/clickhouse.js';
import { engineFaults, searchEngineFails } from './search-engine-fails.js';
import { engines } from './site.js';

describe.skipIf(!hasClickHouse)(`a search engine that fails (${withoutClickHouse})`, () => {
  // On the last engine alone: it is PostgreSQL wherever that is installed, as it is beside a search engine.
  it.each(engineFaults)('$name: a known song is found or "cannot tell", no task is lost', (fault) =>
    searchEngineFails(engines.at(-1)!, fault, 4, async ({ site }) => {
      expect(await site.ledger.count()).toMatchObject({
        tasksLost: [],
        callbacksLost: [],
        callbacksDoubled: 0,
      });
    }),
  );
});
