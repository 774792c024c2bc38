import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { family } from '../support/processes.js';
import { itInLongRounds } from '../support/rounds.js';
import { cleanEnvironment, programPath, runCli } from '../support/run-cli.js';

describe('contrafact demo', () => {
  itInLongRounds(
    'recognises the degraded excerpt, not the stranger, and every callback is signed',
    async () => {
      const run = await runCli(['demo', '--json'], { timeoutMs: 280_000 });
      const report = JSON.parse(run.stdout) as { ok: boolean; rows: Record<string, unknown>[] };
      expect(report.rows.filter((row) => row.operation === 'fingerprint/add')).toHaveLength(5);
      const [excerpt, stranger] = report.rows.filter((row) => row.operation === 'fingerprint/check');
      expect(excerpt).toMatchObject({ status: 'success', signature: 'valid', asExpected: true });
      expect(excerpt?.answer).toMatch(/^duplicate of /);
      expect(stranger).toMatchObject({ signature: 'valid', answer: 'no duplicate', asExpected: true });
      expect([report.ok, run.code]).toEqual([true, 0]);
      // Progress is visible also where there is no terminal.
      expect(run.stderr.split('\n').length).toBeGreaterThan(10);
    },
  );

  it.skipIf(!existsSync('/proc/self/stat'))('that is killed leaves no service running', async () => {
    const demo = spawn(process.execPath, [programPath, 'demo'], { env: cleanEnvironment(), stdio: 'ignore' });
    const below = (): number[] => family(demo.pid!).filter((pid) => pid !== demo.pid);
    await expect.poll(() => below().length).toBeGreaterThan(0);
    const started = below();
    demo.kill('SIGKILL');
    const alive = (): number[] => started.filter((pid) => existsSync(`/proc/${pid}`));
    await expect.poll(alive, { timeout: 120_000 }).toEqual([]);
  });

  itInLongRounds(
    'ends with a clear error, and leaves nothing running, where the directory holds no audio',
    async () => {
      const run = await runCli(['demo', import.meta.dirname]);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain('no audio file');
    },
  );
});
