/** Which title stands above the drawings of a case file, and when there are any. */
import { expect, it } from 'vitest';
import type { Task } from '../../domain/task.js';
import { readCaseFiles } from './case-files.js';
import type { DashboardDependencies } from './dependencies.js';

const task = {
  id: 'task_1',
  operation: 'compare',
  model: '',
  status: 'success',
  musicId: 'mine',
  parameters: { other_music_id: 'theirs' },
  createdAt: new Date(0),
  completedAt: new Date(0),
  result: {},
  detail: {},
  error: null,
} as unknown as Task;

/** The titles under which drawings were asked for. */
async function captions(files: Readonly<Record<string, string>>, withDrawings: boolean): Promise<string[]> {
  const asked: string[] = [];
  const dependencies = {
    version: '1',
    tasks: { get: async () => task },
    music: {
      get: async (_accountId: string, id: string) => (files[id] === undefined ? null : { title: files[id] }),
    },
    reviews: { of: async () => [] },
    caseDrawings: (_task: Task, submitted: string) => {
      asked.push(submitted);
      return [];
    },
  } as unknown as DashboardDependencies;
  await readCaseFiles(dependencies, 'account', [task.id], { isShared: true, withDrawings });
  return asked;
}

it('drawings are named after the song that was analysed, also where its file was deleted', async () => {
  expect(await captions({ mine: 'Mine', theirs: 'Theirs' }, true)).toEqual(['Mine']);
  expect(await captions({ theirs: 'Theirs' }, true)).toEqual(['The analysed song']);
});

it('nothing is drawn for tables and programs', async () => {
  expect(await captions({ mine: 'Mine', theirs: 'Theirs' }, false)).toEqual([]);
});
