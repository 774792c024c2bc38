import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contrafact-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a folder and those above it are made for their owner alone, and found again', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  for (const made of [folder, join(root, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

it('a folder that is a link to one is left as it is', () => {
  makeFolder(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'link'));
  makeFolder(join(root, 'link', 'below'));
  expect(existsSync(join(root, 'real', 'below'))).toBe(true);
});

it('a file in the place of a folder, or above it, is an error', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow();
});

it.skipIf(process.platform !== 'linux')(
  'a place of the system that holds no folders is refused at once',
  () => {
    expect(() => makeFolder('/proc/contrafact/data')).toThrow(/ENOENT/);
  },
);
