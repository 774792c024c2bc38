import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSmallDisk, withoutSmallDisks } from '../../../tests/chaos/small-disk.js';
import { CliError } from '../cli-error.js';
import { writeWholeFile } from './write-whole-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-whole-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a file is written whole in the place of an earlier one, through a link too, and nothing stays beside it', async () => {
  const path = join(folder, 'report.html');
  writeFileSync(path, 'the earlier one, which was longer');
  symlinkSync(path, join(folder, 'link.html'));
  await writeWholeFile(join(folder, 'link.html'), 'new', 'The page');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual(['link.html', 'report.html']);
});

it('a device is written as it is, and its refusal is the reason', async () => {
  await writeWholeFile('/dev/null', 'gone', 'The page');
  await expect(writeWholeFile('/dev/full', 'x', 'The page')).rejects.toThrow(
    /^The page cannot be written: ENOSPC/,
  );
});

it('where a file cannot be written, the earlier one stays and the reason is said', async () => {
  const path = join(folder, 'report.html');
  writeFileSync(path, 'earlier');
  mkdirSync(`${path}.${process.pid}.part`);
  await expect(writeWholeFile(path, 'new', 'The page')).rejects.toThrow(CliError);
  expect(readFileSync(path, 'utf8')).toBe('earlier');
});

it.skipIf(withoutSmallDisks)(
  'on a full disk the earlier file stays, and no part of the new one',
  async () => {
    const disk = openSmallDisk(1);
    try {
      const path = join(disk.folder, 'report.html');
      writeFileSync(path, 'earlier');
      disk.fill();
      await expect(writeWholeFile(path, 'x'.repeat(100_000), 'The page')).rejects.toThrow(/ENOSPC/);
      expect(readFileSync(path, 'utf8')).toBe('earlier');
      expect(readdirSync(disk.folder).sort()).toEqual(['filler', 'report.html']);
    } finally {
      disk.close();
    }
  },
);
