/** What becomes of a command where nobody reads what it prints, or there is no room for it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment, programPath } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a service whose log nobody reads any more goes on, and stops in order', async () => {
  const dataDir = join(folder, 'data');
  const child = spawn(process.execPath, [programPath, 'serve'], {
    env: cleanEnvironment({ CONTRAFACT_DATA_DIR: dataDir, CONTRAFACT_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const exited = once(child, 'exit');
    // As `serve 2>&1 | tee`, where tee is gone.
    child.stdout.resume();
    while (!existsSync(join(dataDir, 'instance.json'))) await sleep(50);
    child.stdout.destroy();
    child.stderr.destroy();
    const { url } = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as { url: string };
    for (let request = 0; request < 5; request++) {
      expect((await fetch(`${url}/api/v1/music`)).status).toBe(401);
    }
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    expect(existsSync(join(dataDir, 'instance.lock'))).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
});

it.skipIf(!existsSync('/dev/full'))(
  'an answer for which there is no room is a failure with a sentence',
  async () => {
    const child = spawn(process.execPath, [programPath, 'models', 'list'], {
      env: cleanEnvironment({ CONTRAFACT_DATA_DIR: join(folder, 'none') }),
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toBe('The answer cannot be written: the disk is full.\n');
  },
);
