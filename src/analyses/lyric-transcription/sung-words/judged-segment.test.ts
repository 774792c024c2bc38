import { expect, it } from 'vitest';
import type { TranscribedSegment } from '../recognise-song.js';
import { judged } from './judged-segment.js';

const segment = (text: string, more: Partial<TranscribedSegment> = {}): TranscribedSegment => ({
  startSeconds: 0,
  endSeconds: 9,
  phrases: text === '' ? [] : [{ text, startSeconds: 0, endSeconds: 9, words: null }],
  language: 'en',
  heard: { en: 0.95, cy: 0.05 },
  noSpeech: 0.05,
  isSilent: false,
  meanLogProbability: -0.3,
  compressionRatio: 1.3,
  temperature: 0,
  voice: 0.9,
  ...more,
});
const unlikely = { noSpeech: 0.8, meanLogProbability: -1.9, voice: 0.02, heard: { en: 0.3, cy: 0.25 } };

it('words of a segment in which recogniser and classifier hear a voice are kept', () => {
  expect(judged(segment('We walk along the river'))).toMatchObject({
    leftOut: null,
    judgement: { isKept: true },
  });
});

it('words that neither of them has evidence for are left out, and the segment keeps them for who wants to read them', () => {
  const one = judged(segment('We walk along the river', unlikely));
  expect(one).toMatchObject({ leftOut: 'unlikely-words', judgement: { isKept: false } });
  expect(one.phrases[0]!.text).toBe('We walk along the river');
});

it('a segment without a letter has no words, and no judgement', () => {
  for (const text of ['', '♪ ♪']) {
    expect(judged(segment(text))).toMatchObject({ leftOut: 'no-words', judgement: null });
  }
});
