/** A case file draws the strongest passages of what was found, and no more than anybody compares. */
import { expect, it } from 'vitest';
import type { JsonObject, Task } from '../domain/task.js';
import { caseDrawings } from './case-drawings.js';

const side = (start: number): JsonObject => ({ time_start: start, time_end: start + 8, beats: 16 });
const song = (title: string, reported: boolean, passages: number): JsonObject => ({
  title,
  reported,
  runs: [
    {
      segments: Array.from({ length: passages }, (_, place) => ({
        original: side(10 * place),
        comparison: side(100 + 10 * place),
      })),
    },
  ],
});
const titles = (songs: JsonObject[], operation: Task['operation'] = 'plagiarism'): string[] =>
  caseDrawings({ operation, detail: { songs } } as unknown as Task, 'Mine').map(({ title }) => title);

it('shows six passages of reported songs, song by song, each under both titles', () => {
  const drawn = titles([song('First', true, 4), song('Doubtful', false, 1), song('Second', true, 5)]);
  expect(drawn.map((title) => /Below: (\w+)/.exec(title)?.[1])).toEqual([
    ...Array(4).fill('First'),
    ...Array(2).fill('Second'),
  ]);
  expect(drawn.every((title) => title.startsWith('Above: Mine, '))).toBe(true);
});

it('shows the best song where none is reported, and nothing of other analyses', () => {
  expect(titles([song('Best', false, 2), song('Next', false, 2)])).toHaveLength(2);
  expect(titles([song('Best', true, 2)], 'lyric-plagiarism')).toEqual([]);
});
