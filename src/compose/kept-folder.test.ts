import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFolder, removeLeftBehind } from './kept-folder.js';

let folder: string;
let stop: () => void = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-kept-'));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a folder that is kept is never one that nobody used for long', async () => {
  const longAgo = new Date('2026-01-01');
  utimesSync(folder, longAgo, longAgo);
  stop = keepFolder(folder, 5);
  await expect.poll(() => statSync(folder).mtime.getTime()).toBeGreaterThan(longAgo.getTime());
});

it('a folder that was removed is there again, for its owner alone', async () => {
  stop = keepFolder(folder, 5);
  rmSync(folder, { recursive: true });
  await expect.poll(() => statSync(folder, { throwIfNoEntry: false })?.isDirectory()).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('folders of killed processes are removed a day later, and nothing else', async () => {
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['work-left', 'work-used', 'other']) {
    mkdirSync(join(folder, name, 'below'), { recursive: true });
    if (name !== 'work-used') utimesSync(join(folder, name), longAgo, longAgo);
  }
  await removeLeftBehind(folder, 'work-');
  expect(readdirSync(folder).sort()).toEqual(['other', 'work-used']);
  await removeLeftBehind(join(folder, 'absent'), 'work-');
});
