import { describe, expect, it } from 'vitest';
import type { Task } from './task.js';
import { timedLinesOf, toLrc, toSrt } from './timed-lyrics.js';

const phrase = (text: string, startSeconds = 0, endSeconds = 4) => ({ text, startSeconds, endSeconds });

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
    expect(timedLinesOf(task({ detail: { lines: [line] } }))).toEqual([phrase('one', 1.5, 3)]);
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
