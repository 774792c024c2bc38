import { expect, it } from 'vitest';
import { inspectionShare } from './inspection-share.js';

it.each([
  [1, 2],
  [2, 2],
  [6, 6],
])(
  'with %i workers one account inspects %i files at a time, and one process is left to the others',
  (workers, running) => {
    expect(inspectionShare(workers)).toEqual({ size: running + 1, ownerShare: { running, queued: 32 } });
  },
);
