import { expect, it } from 'vitest';
import { type OperationName, operationNames, operations } from './operations.js';

const namesWhere = (has: (name: (typeof operationNames)[number]) => boolean): string[] =>
  operationNames.filter(has);

it('one `processing` callback precedes the final one of what takes long, and of nothing else', () => {
  expect(namesWhere((name) => operations[name].sendsProcessingCallback)).toEqual([
    'fingerprint-scan',
    'plagiarism',
    'ai-detection',
  ]);
});

it('lyric plagiarism alone ends as `completed`', () => {
  expect(namesWhere((name) => operations[name].successStatus === 'completed')).toEqual(['lyric-plagiarism']);
});

it('songs that are given as notes are input of what compares notes, and of nothing else', () => {
  expect(namesWhere((name) => !operations[name].needsAudio)).toEqual(['plagiarism', 'compare']);
});

it('what takes a moment is not kept waiting by what takes long, and that not by a scan of hours', () => {
  const priorityOf = (name: OperationName): number => operations[name].priority;
  const quick = ['fingerprint-add', 'fingerprint-check', 'lyric-plagiarism'] as const;
  const long = ['plagiarism', 'compare', 'lyric-transcription', 'ai-detection'] as const;
  expect(new Set(quick.map(priorityOf)).size).toBe(1);
  expect(new Set(long.map(priorityOf)).size).toBe(1);
  expect(priorityOf('fingerprint-check')).toBeLessThan(priorityOf('plagiarism'));
  expect(priorityOf('plagiarism')).toBeLessThan(priorityOf('fingerprint-scan'));
});
