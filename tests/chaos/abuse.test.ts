/** `npm run chaos` floods for longer and says how fast the health check answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abuses, underAbuse } from './abuse.js';
import { behindTheOther } from './hostile-tags.js';
import { largeBodiesMb } from './large-bodies.js';
import { engines, openSite, type Site } from './site.js';

/**
 * What a flood may add to the service's memory: half of what the large bodies weigh together, which a service that held
 * them would take. In the long form (docs/measurements/faults-and-floods.md) the worst flood adds about 115 MB on PostgreSQL: tiny requests.
 */
const boundMb = largeBodiesMb / 2;
/** Not the embedded engine where another can be had: its own memory, which only grows, is no measure of the service. */
const engine = engines.at(-1)!;

describe('a service that is flooded', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine, { songs: 1 });
  });
  afterAll(() => site?.close());

  it.each(abuses.map((abuse) => ({ abuse, name: abuse.name })))(
    '$name: answers every health check, keeps its memory bounded, and works on',
    async ({ abuse }) => {
      const figures = await underAbuse(site, abuse, {
        seconds: 3,
        sockets: 150,
        uploads: 120,
        abortedUploads: 200,
        requests: 2000,
        tagUploads: 4,
        tagPart: 0.1,
      });
      expect(figures.healthChecks).toBeGreaterThan(0);
      expect(figures.failedChecks).toBe(0);
      expect(figures.peakMb - figures.restMb).toBeLessThan(boundMb);
      await site.ledger.start('/fingerprint/check', { musicId: site.songs[0]! });
      expect(await site.ledger.count()).toMatchObject({ tasksLost: [], callbacksLost: [] });
    },
  );

  it("another account's upload is answered before the queue of one that sends hostile tags is through", async () => {
    expect(await behindTheOther(site, { seconds: 0, tagUploads: 12, tagPart: 0.2 })).toBeGreaterThan(0);
  });
});
