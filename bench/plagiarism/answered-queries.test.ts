import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answeredQueries } from './answered-queries.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answered-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const open = (settings: unknown = { size: 10 }) =>
  answeredQueries<number>(join(folder, 'asked.jsonl'), settings);

describe('answers of queries that are kept one by one', () => {
  it('gives a second run what the first one answered', () => {
    open().add('a', 1);
    open().add('b', 2);
    expect([...open().answers]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('leaves out a line that was cut, and goes on behind the last whole one', () => {
    open().add('a', 1);
    appendFileSync(join(folder, 'asked.jsonl'), '["b",');
    open().add('c', 3);
    expect([...open().answers.keys()]).toEqual(['a', 'c']);
  });

  it('takes no answer of other settings', () => {
    open().add('a', 1);
    expect(open({ size: 20 }).answers.size).toBe(0);
  });
});
