import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from './embedded.js';
import { pglitePool } from './pglite-pool.js';
import { migratedData } from './test-support/migrated-database.js';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await openEmbedded('memory://', await migratedData());
});
afterAll(() => pglite.close());

it('a long line of queries lets the event loop turn between them: sockets are served meanwhile', async () => {
  const pool = pglitePool(pglite);
  let turns = 0;
  let waiting = true;
  const count = (): void => {
    turns += 1;
    if (waiting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const client = await pool.connect();
      await client.query('select 1', []);
      client.release();
    }),
  );
  waiting = false;
  expect(turns).toBeGreaterThan(50);
});
