/** `npm run chaos` floods for longer and says how fast the health check answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abuses, underAbuse } from './abuse.js';
import { behindTheOther } from './hostile-tags.js';
import { openSite, type Site } from './site.js';

/** Far above what the service takes at rest, far below what it would take if it kept what floods in. */
const boundMb = 1500;

describe('a service that is flooded', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('embedded', { songs: 1 });
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
      expect(figures.peakMb).toBeLessThan(boundMb);
      await site.ledger.start('/fingerprint/check', { musicId: site.songs[0]! });
      expect(await site.ledger.count()).toMatchObject({ tasksLost: [], callbacksLost: [] });
    },
  );

  it("another account's upload is answered before the queue of one that sends hostile tags is through", async () => {
    expect(await behindTheOther(site, { seconds: 0, tagUploads: 12, tagPart: 0.2 })).toBeGreaterThan(0);
  });
});
