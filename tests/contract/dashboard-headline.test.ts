import { expect, it } from 'vitest';
import type { PlagiarismMatch, SegmentInfo } from '../../dashboard/src/api/contract.js';
import type { Task } from '../../dashboard/src/api/types.js';
import { headline } from '../../dashboard/src/results/headline.js';

const segment = (title: string, start: number): SegmentInfo => ({
  title,
  link: null,
  time_start: start,
  time_end: start + 8,
  key: 'C major',
  chords: [],
});
const match = (start: number, title: string, otherStart: number): PlagiarismMatch => ({
  signature_metric: 0.9,
  original: segment('Mine', start),
  comparison: segment(title, otherStart),
  scores: {} as PlagiarismMatch['scores'],
});
const told = (vocal: PlagiarismMatch[], topline: PlagiarismMatch[]): string =>
  headline({
    operation: 'plagiarism',
    result: { signature: vocal.slice(0, 1), vocal, inst: [], topline },
  } as unknown as Task).text;

it('a passage that matches in several categories is counted once, one of another song besides', () => {
  const [one, two] = [match(8, 'Theirs', 16), match(24, 'Theirs', 32)];
  expect(told([one], [one])).toBe('1 matching passage to judge');
  expect(told([one, two], [two, one])).toBe('2 matching passages to judge');
  expect(told([one], [match(8, 'Another', 16)])).toBe('2 matching passages to judge');
  expect(told([], [])).toBe('No matching passage found');
});
