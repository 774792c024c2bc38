import { expect, it } from 'vitest';
import type { Finding } from '../finding.js';
import type { JsonObject } from '../task.js';
import { verdictWords } from './verdict-words.js';

it('a scan that found songs counts them and their places', () => {
  const places = (count: number): { [key: string]: number }[] => Array.from({ length: count }, () => ({}));
  expect(verdictWords('fingerprint-scan', 'found', { songs_found: 2, segments: places(3) })).toEqual({
    label: '2 songs found',
    sentence: '2 songs of your catalogue found, in 3 places of this recording.',
  });
  expect(verdictWords('fingerprint-scan', 'found', { songs_found: 1, segments: places(1) }).sentence).toBe(
    '1 song of your catalogue found, in 1 place of this recording.',
  );
});

it('a scan that found none, and one that does not say how many, counts nothing', () => {
  const sentence = (...args: [Finding, JsonObject]): string =>
    verdictWords('fingerprint-scan', ...args).sentence;
  expect(sentence('not_found', { songs_found: 0, segments: [] })).not.toMatch(/\d/);
  expect(sentence('possible', { songs_found: 0, segments: [{}] })).not.toMatch(/\d/);
  expect(sentence('found', {})).not.toMatch(/\d/);
});

it('what was made is stated of an answer, and that there is none of a recording that allows none', () => {
  const added = verdictWords('fingerprint-add', 'found', {});
  const none = verdictWords('fingerprint-add', 'cannot_tell', {});
  expect(none.sentence).toContain('the recording does not allow an answer');
  expect(added.sentence).not.toContain('does not allow');
});

it('a list says no more of two songs than their result does, nor that one matches in part where all of it may', () => {
  const { label, sentence } = verdictWords('compare', 'found', {});
  for (const words of [label, sentence, verdictWords('plagiarism', 'found', {}).sentence])
    expect(words).toMatch(/shared? melody or chords|shares melody or chords/i);
});
