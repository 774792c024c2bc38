import { describe, expect, it } from 'vitest';
import { type WrittenSegment, wordMeasurements } from './word-measurements.js';

const phrase = (text: string, probabilities: readonly number[] | null) => ({
  text,
  startSeconds: 0,
  endSeconds: 4,
  words:
    probabilities?.map((probability) => ({ text: 'x', startSeconds: 0, endSeconds: 1, probability })) ?? null,
});
const written = (more: Partial<WrittenSegment> = {}): WrittenSegment => ({
  phrases: [phrase('we walk along the river', [0.9, 0.5])],
  voice: 0.7,
  noSpeech: 0.1,
  meanLogProbability: -0.4,
  heard: { en: 0.6, cy: 0.3, de: 0.1 },
  ...more,
});

describe('what a segment’s words are judged by', () => {
  it('is the mean over all its words, not over its phrases, and what recogniser and classifier say', () => {
    const phrases = [phrase('one two three', [0.9, 0.6, 0.6]), phrase('four', [0.1])];
    const measured = wordMeasurements(written({ phrases }))!;
    expect(measured.word_probability).toBeCloseTo(0.55, 12);
    expect(measured).toMatchObject({ log_probability: -0.4, no_speech: 0.1, language: 0.6, voice: 0.7 });
  });

  it('has no mean where a phrase has no words with times: a mean over the others would pass for all', () => {
    const phrases = [phrase('one', [0.9]), phrase('two', null)];
    expect(wordMeasurements(written({ phrases }))!.word_probability).toBeNull();
    expect(wordMeasurements(written({ phrases: [phrase('two', [])] }))!.word_probability).toBeNull();
  });

  it('leaves phrases without a letter aside, and is nothing where there is no other', () => {
    const notes = phrase('♪ ♪', [0.01]);
    const phrases = [notes, phrase('one', [0.8])];
    expect(wordMeasurements(written({ phrases }))!.word_probability).toBe(0.8);
    expect(wordMeasurements(written({ phrases: [notes] }))).toBeNull();
    expect(wordMeasurements(written({ phrases: [] }))).toBeNull();
    expect(wordMeasurements(written({ phrases: [phrase('99', [0.5])] }))).not.toBeNull();
  });

  it('keeps unknown what an endpoint does not say', () => {
    const named = written({ noSpeech: null, meanLogProbability: null, heard: { en: 1 } });
    expect(wordMeasurements(named)).toMatchObject({ no_speech: null, log_probability: null, language: null });
    expect(wordMeasurements(written({ heard: {} }))!.language).toBeNull();
  });
});
