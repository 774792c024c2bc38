/** What the image's init is for: process 1 must reap decoders whose compute process was killed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEntry } from '../../src/sandbox/child-entry.js';
import { constantFlac } from '../hostile/flac.js';
import { takesAllRounds } from '../support/rounds.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-zombies-'));
const song = join(folder, 'long.flac');
beforeAll(() => {
  writeFileSync(song, constantFlac({ frames: 9_000, sampleRateHz: 384_000, channels: 8 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process tree of its own, as a container has. */
const ownTree = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const succeeds = (command: readonly string[]): boolean =>
  spawnSync(command[0]!, command.slice(1), { stdio: 'ignore' }).status === 0;
const hasTree = succeeds([...ownTree, 'true']);
const hasInit = hasTree && succeeds([...ownTree, 'tini', '--', 'true']);

function zombiesLeft(init: readonly string[]): number {
  const { file, execArgv } = childEntry(import.meta.url, '../hostile/count-zombies');
  const [command, ...args] = [...ownTree, ...init, process.execPath, ...execArgv, file, song];
  const { stdout, stderr } = spawnSync(command!, args, { encoding: 'utf8', timeout: 200_000 });
  expect(stdout, stderr).toMatch(/^\d+\n$/);
  return Number(stdout);
}

it.runIf(hasTree && takesAllRounds)(
  'with Node as process 1 killed decoders stay as zombies: what the test counts is real',
  () => {
    expect(zombiesLeft([])).toBeGreaterThan(0);
  },
);

it.skipIf(!hasInit)('with the image’s init as process 1 no zombie is left (needs Debian’s tini)', () => {
  expect(zombiesLeft(['tini', '--'])).toBe(0);
});
