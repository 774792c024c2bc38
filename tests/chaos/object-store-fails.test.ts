import { expect, it } from 'vitest';
import { objectStoreFails } from './object-store-fails.js';
import { engines } from './site.js';

it.each(engines)(
  'an object store that fails half-way, on the engine %s: the upload is told 503, and tasks wait for their songs',
  (engine) =>
    objectStoreFails(engine, 4, async ({ site }) => {
      expect(await site.ledger.count()).toMatchObject({
        tasksLost: [],
        callbacksLost: [],
        callbacksDoubled: 0,
      });
    }),
);
