/** The receivers that the dashboard offers for copying really run, and judge signatures right. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonReceiver, typescriptReceiver } from '../../dashboard/src/ui/snippets.js';
import { signatureHeaders } from '../../src/callbacks/sign.js';
import { newSigningSecret } from '../../src/storage/secrets.js';
import { freePort } from '../support/free-port.js';
import { projectRoot } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-receivers-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
/** Within node itself: tsx's own program would start another process, which outlives it. */
const tsx = `--import=${pathToFileURL(join(projectRoot, 'node_modules', 'tsx', 'dist', 'loader.mjs'))}`;
const receivers = [
  { name: 'TypeScript', file: 'receiver.mts', source: typescriptReceiver, command: [process.execPath, tsx] },
  { name: 'Python', file: 'receiver.py', source: pythonReceiver, command: ['python3'] },
] as const;

async function start(receiver: (typeof receivers)[number], secret: string): Promise<string> {
  const port = await freePort();
  const file = join(folder, receiver.file);
  writeFileSync(file, receiver.source('x-svc').replaceAll('9000', String(port)));
  const [program, ...args] = receiver.command;
  const env = { ...process.env, CONTRAFACT_SIGNING_SECRET: secret };
  const child = spawn(program, [...args, file], { env, stdio: 'ignore' });
  children.push(child);
  const url = `http://127.0.0.1:${port}/`;
  for (const end = Date.now() + 120_000; child.exitCode === null && Date.now() < end; ) {
    const up = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
    if (up) return url;
    await sleep(100);
  }
  throw new Error(`the ${receiver.name} receiver did not start`);
}

function signed(secret: string, taskId: string | null, body: object, now = new Date()): RequestInit {
  const text = JSON.stringify(body);
  const secrets = [{ value: secret, expiresAt: null }];
  const headers = signatureHeaders({
    messageId: 'msg_1',
    taskId,
    body: text,
    secrets,
    now,
    headerPrefix: 'x-svc',
  });
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: text };
}

for (const receiver of receivers) {
  const missing = receiver.name === 'Python' && !hasPython;
  const title = `the ${receiver.name} receiver of the dashboard${missing ? ' (skipped: no python3 is installed)' : ''}`;
  describe.skipIf(missing)(title, () => {
    it('answers the challenge, takes what is signed, and refuses what is forged, stale or odd', async () => {
      const secret = newSigningSecret();
      const url = await start(receiver, secret);
      const challenge = await fetch(
        url,
        signed(secret, null, { challenge: 'abc', type: 'url_verification' }),
      );
      expect([challenge.status, challenge.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await challenge.json()).toEqual({ challenge: 'abc' });

      const body = { task_id: 'task_20260101000000_abcdefgh', status: 'success' };
      const good = signed(secret, body.task_id, body);
      expect((await fetch(url, good)).status).toBe(200);
      const tampered = { ...good, body: JSON.stringify({ ...body, status: 'failure' }) };
      expect((await fetch(url, tampered)).status).toBe(401);
      expect((await fetch(url, signed(newSigningSecret(), body.task_id, body))).status).toBe(401);
      const old = new Date(Date.now() - 400_000);
      expect((await fetch(url, signed(secret, body.task_id, body, old))).status).toBe(401);
      // Without the task's own signature, and with one that is no ASCII of the right length.
      expect((await fetch(url, signed(secret, null, body))).status).toBe(401);
      const odd = { ...(good.headers as Record<string, string>), 'x-svc-signature': 'é'.repeat(64) };
      expect((await fetch(url, { ...good, headers: odd })).status).toBe(401);
      expect((await fetch(url, good)).status).toBe(200);
    });
  });
}
