import { describe, expect, it } from 'vitest';
import type { Task } from './task.js';
import { timedLinesOf, toEnhancedLrc, toLrc, toSrt, toWordSrt } from './timed-lyrics.js';

const phrase = (text: string, startSeconds = 0, endSeconds = 4) => ({ text, startSeconds, endSeconds });

const words = [
  { text: 'Good', startSeconds: 61.04, endSeconds: 61.5, probability: 0.9 },
  { text: 'night', startSeconds: 61.5, endSeconds: 62.2, probability: 0.8 },
];

describe('timed lyrics', () => {
  const lines = [phrase('one\nline', 61.239, 64), phrase('two', 3661.5, 3661.6)];
  it('LRC has tags and minutes that go beyond an hour', () => {
    expect(toLrc(lines, { title: 'A [song]', artist: 'B' })).toBe(
      '[ti:A [song]]\n[ar:B]\n[01:01.24]one line\n[61:01.50]two\n',
    );
  });
  it('SRT counts from 1 and shows each line for at least a second', () => {
    expect(toSrt(lines)).toBe(
      '1\n00:01:01,239 --> 00:01:04,000\none line\n\n2\n01:01:01,500 --> 01:01:02,500\ntwo\n',
    );
  });
  it('enhanced LRC has a time before each word and behind the last; lines without such times stay plain', () => {
    expect(
      toEnhancedLrc([{ ...phrase('Good night', 61, 63), words }, phrase('two', 70)], { title: 'A' }),
    ).toBe('[ti:A]\n[01:01.00]<01:01.04>Good <01:01.50>night<01:02.20>\n[01:10.00]two\n');
  });
  it('SRT of words has a cue a word, and one for a line without times of words', () => {
    expect(toWordSrt([{ ...phrase('Good night', 61, 63), words }, phrase('two', 70, 71)])).toBe(
      '1\n00:01:01,040 --> 00:01:01,500\nGood\n\n2\n00:01:01,500 --> 00:01:02,200\nnight\n\n' +
        '3\n00:01:10,000 --> 00:01:11,000\ntwo\n',
    );
  });
  it('are empty where there is no line', () => {
    expect(toLrc([])).toBe('');
    expect(toSrt([])).toBe('');
  });
});

describe('the lines of a task', () => {
  const task = (more: object): Task =>
    ({ operation: 'lyric-transcription', status: 'success', detail: null, ...more }) as unknown as Task;
  const line = { start_seconds: 1.5, end_seconds: 3, text: 'one' };

  it('come from the detail of a transcription that succeeded', () => {
    expect(timedLinesOf(task({ detail: { lines: [line] } }))).toEqual([
      { ...phrase('one', 1.5, 3), words: null },
    ]);
  });
  it('have the words’ times where the recogniser gave them', () => {
    const word = { text: 'one', start_seconds: 1.6, end_seconds: 2, probability: 0.5 };
    expect(timedLinesOf(task({ detail: { lines: [{ ...line, words: [word] }] } }))![0]!.words).toEqual([
      { text: 'one', startSeconds: 1.6, endSeconds: 2, probability: 0.5 },
    ]);
  });
  it('are none where the song is instrumental', () => {
    expect(timedLinesOf(task({ detail: { decided_by: 'presence' } }))).toEqual([]);
  });
  it.each([
    ['still runs', { status: 'processing' }],
    ['failed', { status: 'failure' }],
    ['is another analysis', { operation: 'plagiarism', detail: { lines: [line] } }],
  ])('are null where the task %s', (_, more) => {
    expect(timedLinesOf(task(more))).toBeNull();
  });
});
