import { expect, it } from 'vitest';
import { type BatchCounts, batchStateOf } from './batch.js';

const counts = (changes: Partial<BatchCounts>): BatchCounts => ({
  files: 3,
  waiting: 0,
  rejected: 0,
  tasks: 6,
  ended: 6,
  failed: 0,
  found: 0,
  possible: 0,
  ...changes,
});

it.each([
  ['open', 'waits for files', { waiting: 1 }, false],
  ['ended', 'was closed before all files came, and all analyses ended', { waiting: 1 }, true],
  ['running', 'has an analysis that has not ended', { ended: 5 }, false],
  ['running', 'was closed and has an analysis that has not ended', { waiting: 1, ended: 5 }, true],
  ['ended', 'has no analysis that has not ended', {}, false],
  ['ended', 'has no analysis, because every file was rejected', { rejected: 3, tasks: 0, ended: 0 }, false],
] as const)('a batch is %s that %s', (state, _, changes, isClosed) => {
  expect(batchStateOf(counts(changes), isClosed)).toBe(state);
});
