import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSmallDisk, withoutSmallDisks } from '../../tests/chaos/small-disk.js';
import { packDatabase, unpackInitialDatabase } from './initial-database.js';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contrafact-initial-'));
  mkdirSync(join(root, 'made', 'base', '1'), { recursive: true });
  mkdirSync(join(root, 'made', 'pg_notify'));
  writeFileSync(join(root, 'made', 'PG_VERSION'), '18\n');
  writeFileSync(join(root, 'made', 'base', '1', '1255'), Buffer.from([0, 10, 255, 10, 0]));
  writeFileSync(join(root, 'made', 'empty'), '');
  file = join(root, 'initial.br');
  writeFileSync(file, packDatabase(join(root, 'made')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a new database has the files and the empty folders of the one that was packed, for its owner alone', () => {
  const folder = join(root, 'data', 'db');
  unpackInitialDatabase(folder, file);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  expect([...readFileSync(join(folder, 'base', '1', '1255'))]).toEqual([0, 10, 255, 10, 0]);
  expect(statSync(join(folder, 'empty')).size).toBe(0);
  expect(statSync(join(folder, 'pg_notify')).isDirectory()).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'PG_VERSION')).mode & 0o777).toBe(0o600);
});

it('a database that is there is left alone', () => {
  const folder = join(root, 'db');
  mkdirSync(folder);
  writeFileSync(join(folder, 'PG_VERSION'), 'mine');
  unpackInitialDatabase(folder, file);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'base'))).toBe(false);
});

it('what an unpacking left that was cut off is not taken for a database', () => {
  const folder = join(root, 'db');
  mkdirSync(`${folder}.unfinished`);
  writeFileSync(join(`${folder}.unfinished`, 'half'), 'x');
  unpackInitialDatabase(folder, file);
  expect(existsSync(join(folder, 'half'))).toBe(false);
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true);
  expect(existsSync(`${folder}.unfinished`)).toBe(false);
});

it('an empty folder behind a link stays where the link leads, for the engine to make its own there', () => {
  mkdirSync(join(root, 'other-disk'));
  symlinkSync(join(root, 'other-disk'), join(root, 'db'));
  unpackInitialDatabase(join(root, 'db'), file);
  expect(readlinkSync(join(root, 'db'))).toBe(join(root, 'other-disk'));
  expect(readdirSync(join(root, 'other-disk'))).toEqual([]);
});

it('an empty folder that is there already is filled', () => {
  mkdirSync(join(root, 'db'));
  unpackInitialDatabase(join(root, 'db'), file);
  expect(existsSync(join(root, 'db', 'PG_VERSION'))).toBe(true);
});

it.skipIf(withoutSmallDisks)('an unpacking that finds no room leaves nothing that takes up the room', () => {
  const disk = openSmallDisk(1);
  try {
    writeFileSync(join(root, 'made', 'large'), Buffer.alloc(2 ** 21, 'x'));
    writeFileSync(file, packDatabase(join(root, 'made')));
    expect(() => unpackInitialDatabase(join(disk.folder, 'db'), file)).toThrow(/ENOSPC/);
    expect(readdirSync(disk.folder)).toEqual([]);
  } finally {
    disk.close();
  }
});
