import { expect, it } from 'vitest';
import { operationNames, operations } from './operations.js';

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
