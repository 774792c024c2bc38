import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chunkFiles } from './plagiarism/chunk-files.js';
import { deleteReplaced } from './replaced-files.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contrafact-replaced-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Written long ago, which is no reason to delete it. */
async function oldFile(name: string): Promise<void> {
  await writeFile(join(folder, name), name);
  await utimes(join(folder, name), 1, 1);
}
const sweep = (current: readonly string[]): Promise<string[]> =>
  deleteReplaced({ folder, keptSeconds: 1000, isKept: (name) => current.includes(name) });
const markedAgo = (name: string, seconds: number): Promise<void> =>
  utimes(join(folder, `${name}.replaced`), 1, Date.now() / 1000 - seconds);

it('a file that is replaced stays for as long as a search may read it, however long ago it was written', async () => {
  await oldFile('1.segment');
  await oldFile('2.segment');
  expect(await sweep(['1.segment', '2.segment'])).toEqual([]);
  expect(await sweep(['2.segment'])).toEqual([]);
  await markedAgo('1.segment', 990);
  expect(await sweep(['2.segment'])).toEqual([]);
  await markedAgo('1.segment', 1010);
  expect(await sweep(['2.segment'])).toEqual(['1.segment']);
  expect(await readdir(folder)).toEqual(['2.segment']);
});

it('a file that is in use again starts anew when it is replaced again', async () => {
  await oldFile('1.segment');
  await sweep([]);
  await markedAgo('1.segment', 1010);
  expect(await sweep(['1.segment'])).toEqual([]);
  expect(await sweep([])).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['1.segment', '1.segment.replaced']);
});

it('a clock that is set back keeps a file for its time, not for ever', async () => {
  await oldFile('1.segment');
  await sweep([]);
  await markedAgo('1.segment', -50_000);
  expect(await sweep([])).toEqual([]);
  await markedAgo('1.segment', 1010);
  expect(await sweep([])).toEqual(['1.segment']);
});

it('a melody search that began before a song was added still finds its files', async () => {
  const files = chunkFiles(folder, 1000);
  const content = async () => ({ songIds: ['song_1'], bytes: Uint8Array.of(1) });
  const before = await files.get('ds_a-e1-0-1', content);
  await utimes(before.path, 1, 1);
  const after = await files.get('ds_a-e1-0-2', content);
  await files.deleteUnused(new Set(['ds_a-e1-0-2']), ['ds_a-e1-']);
  await files.deleteUnused(new Set(['ds_a-e1-0-2']), ['ds_a-e1-']);
  const names = await readdir(folder);
  for (const { path } of [before, after]) expect(names.map((name) => join(folder, name))).toContain(path);
});
