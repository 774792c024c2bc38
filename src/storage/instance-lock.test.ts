import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSmallDisk, withoutSmallDisks } from '../../tests/chaos/small-disk.js';
import { DataFolderError } from '../domain/data-folder-error.js';
import { InstanceLockedError } from '../domain/instance-locked-error.js';
import { lockInstance } from './instance-lock.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'contrafact-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('a data folder has one owner at a time', () => {
  const lock = lockInstance(dataDir);
  expect(() => lockInstance(dataDir)).toThrow(InstanceLockedError);
  lock.release();
  lockInstance(dataDir).release();
});

it('a place where no folder can be is refused with what to do, as is one that cannot be written', () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  for (const place of [file, join(file, 'below')]) {
    expect(() => lockInstance(place)).toThrow(/There is a file in its place.*set CONTRAFACT_DATA_DIR/);
  }
  expect(() => lockInstance('/proc/1/net')).toThrow(DataFolderError);
});

it('the lock of a killed process is taken over at once', async () => {
  const victim = spawn('sleep', ['60']);
  await once(victim, 'spawn');
  const { readFileSync } = await import('node:fs');
  const stat = readFileSync(`/proc/${victim.pid}/stat`, 'utf8');
  const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  writeFileSync(join(dataDir, 'instance.lock'), JSON.stringify({ pid: victim.pid, startTicks }));
  expect(() => lockInstance(dataDir)).toThrow(InstanceLockedError);
  victim.kill('SIGKILL');
  await once(victim, 'exit');
  lockInstance(dataDir).release();
});

it('a process id that now belongs to another program does not hold the lock', () => {
  writeFileSync(join(dataDir, 'instance.lock'), JSON.stringify({ pid: process.ppid, startTicks: '1' }));
  lockInstance(dataDir).release();
});

it('a torn lock file is stale', () => {
  writeFileSync(join(dataDir, 'instance.lock'), '{"pid":');
  lockInstance(dataDir).release();
});

it.skipIf(withoutSmallDisks)('starts on a full disk are refused and leave no files of their own', () => {
  const disk = openSmallDisk(1);
  try {
    disk.fill();
    expect(() => lockInstance(disk.folder)).toThrow(/ENOSPC/);
    expect(readdirSync(disk.folder)).toEqual(['filler']);
  } finally {
    disk.close();
  }
});
