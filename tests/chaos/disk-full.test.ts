import { describe, expect, it } from 'vitest';
import { fullAtResults, fullAtUpload } from './disk-full.js';
import type { SiteReport } from './fault.js';
import { engines } from './site.js';
import { withoutSmallDisks } from './small-disk.js';

async function nothingIsLost({ site }: SiteReport): Promise<void> {
  expect(await site.ledger.count()).toMatchObject({
    tasksLost: [],
    callbacksLost: [],
    callbacksDoubled: 0,
  });
}

describe.skipIf(withoutSmallDisks !== null).each(engines)(
  `a full disk, on the engine %s (${withoutSmallDisks ?? 'small disks can be had'})`,
  (engine) => {
    it('at an upload: the upload is refused with 507, leaves nothing behind, and all else goes on', () =>
      fullAtUpload(engine, nothingIsLost));

    it('while results and callbacks are written: with room again everything ends, and once', () =>
      fullAtResults(engine, 6, nothingIsLost));
  },
);
