/** What the Dockerfile's execute-only `node` rests on: who cannot read a program cannot read its processes either. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const canTry = process.platform === 'linux' && process.getuid?.() === 0;
/** As good as any user that is not root. */
const nobody = { uid: 65_534, gid: 65_534 };
const secret = 'a-secret-in-the-environment';

/** What another process of the same user reads of a process of this program. */
async function seenOf(program: string): Promise<string> {
  const env = { SECRET: secret };
  const child = spawn(program, ['-e', 'console.log(1); setTimeout(() => {}, 60_000)'], {
    ...nobody,
    env,
    cwd: '/',
  });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const read = spawnSync('cat', [`/proc/${child.pid}/environ`], {
      ...nobody,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    return `${read.stdout}${read.stderr}`;
  } finally {
    child.kill('SIGKILL');
  }
}

it.skipIf(!canTry)(
  'a process of an execute-only program is closed to others of its user (needs Linux, and root to change users)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contrafact-execute-only-'));
    try {
      chmodSync(folder, 0o755);
      const program = join(folder, 'node');
      copyFileSync(process.execPath, program);
      chmodSync(program, 0o755);
      expect(await seenOf(program)).toContain(secret);
      chmodSync(program, 0o711);
      expect(await seenOf(program)).toMatch(/denied/i);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('the image’s node is execute-only', () => {
  const dockerfile = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toContain('RUN chmod 711 "$(readlink -f "$(command -v node)")"');
  expect(last.indexOf('chmod 711')).toBeLessThan(last.indexOf('USER node'));
});
