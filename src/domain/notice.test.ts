import { expect, it } from 'vitest';
import { isWanted } from './notice.js';

const nothing = { batches: 0, found: 0, possible: 0 };

it.each([
  ['a batch ended', { batches: 1 }, { batches: true, findings: 'none' }, true],
  ['a batch ended, which is not wished for', { batches: 1 }, { batches: false, findings: 'found' }, false],
  ['nothing ended and nothing was found', {}, { batches: true, findings: 'possible' }, false],
  ['something was found', { found: 1 }, { batches: false, findings: 'found' }, true],
  ['something was found, which is not wished for', { found: 1 }, { batches: true, findings: 'none' }, false],
  ['something is possible', { possible: 1 }, { batches: false, findings: 'possible' }, true],
  [
    'something is possible, where only finds are wished for',
    { possible: 1 },
    { batches: true, findings: 'found' },
    false,
  ],
] as const)('%s: whether a notice is sent', (_, counts, wishes, isSent) => {
  expect(isWanted({ ...nothing, ...counts }, wishes)).toBe(isSent);
});
