import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cliJson, runCli } from '../support/run-cli.js';

describe('contrafact models', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
  const env = { CONTRAFACT_DATA_DIR: dataDir };
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('lists every known model with its licence and what is lost without it, and verifies what comes with the program', async () => {
    const models = await cliJson<Record<string, unknown>[]>(['models', 'list'], { env });
    expect(models.length).toBeGreaterThan(1);
    for (const model of models) {
      expect(model).toMatchObject({ id: expect.any(String), licence: expect.any(String) });
      expect(String(model.without_it).length).toBeGreaterThan(10);
    }
    const shipped = models.filter(({ state }) => state === 'shipped').map(({ id }) => id);
    const verified = await cliJson<{ id: string; ok: boolean }[]>(['models', 'verify'], { env });
    expect(verified.map(({ id, ok }) => [id, ok])).toEqual(shipped.map((id) => [id, true]));
  });

  it('downloads nothing unasked, and says what it could pull', async () => {
    const run = await runCli(['models', 'pull'], { env });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('whisper-base');
  });

  it.each([
    { args: ['models', 'pull', 'nothing'], code: 2, says: 'no model "nothing"' },
    { args: ['models', 'remove', 'mini-multi-static-128'], code: 2, says: 'cannot be removed' },
    { args: ['models', 'pull', 'yamnet', '--from', '/nowhere'], code: 1, says: '/nowhere' },
    { args: ['models', 'verify', 'whisper-base'], code: 1, says: '' },
  ])('ends $args with exit code $code', async ({ args, code, says }) => {
    const run = await runCli(args, { env });
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(says)]);
  });
});
