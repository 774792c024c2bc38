/** What a script that reads `--json` gets where a command has no answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureCodes } from '../../src/cli/failure-codes.js';
import { projectRoot, runCli } from '../support/run-cli.js';

interface Refused {
  readonly args: readonly string[];
  readonly code: string;
  readonly exit: number;
  readonly env?: Readonly<Record<string, string>>;
}

describe('a command with --json that has no answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-json-failures-'));
  const at = (name: string): string => join(folder, name);
  const env = { CONTRAFACT_DATA_DIR: at('data') };
  beforeAll(() => writeFileSync(at('junk.mp3'), 'neither sound nor notes'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<Refused>([
    { args: ['describe', at('none.wav')], code: 'no_such_file', exit: 1 },
    { args: ['describe', at('junk.mp3')], code: 'not_decodable', exit: 1 },
    { args: ['compare', at('junk.mp3'), at('junk.mp3')], code: 'not_decodable', exit: 1 },
    {
      args: ['analyze', at('junk.mp3'), '--operation', 'ai-detection'],
      code: 'not_decodable',
      exit: 1,
    },
    { args: ['fingerprint', 'scan', at('none.wav')], code: 'no_such_file', exit: 1 },
    { args: ['describe', at('junk.mp3'), '--tempo'], code: 'usage', exit: 2 },
    { args: ['describe'], code: 'usage', exit: 2 },
    { args: ['fingerprint', 'check', at('junk.mp3')], code: 'usage', exit: 2 },
    { args: ['dataset', 'list'], code: 'invalid_setting', exit: 2, env: { CONTRAFACT_PORT: 'high' } },
    { args: ['account', 'list'], code: 'unavailable', exit: 3, env: { CONTRAFACT_DATA_DIR: at('junk.mp3') } },
    {
      args: ['analyze', at('junk.mp3'), '--operation', 'ai-detection'],
      code: 'unavailable',
      exit: 3,
      env: { TMPDIR: at('none') },
    },
    { args: ['key', 'list'], code: 'account_needed', exit: 1 },
  ])('prints the reason $code as one document, and ends with $exit', async (one) => {
    const run = await runCli([...one.args, '--json'], { env: { ...env, ...one.env } });
    expect(JSON.parse(run.stdout)).toEqual({
      error: { code: one.code, message: expect.any(String), exit_code: one.exit },
    });
    expect(run.code).toBe(one.exit);
    const { message } = (JSON.parse(run.stdout) as { error: { message: string } }).error;
    expect(run.stderr).toContain(message.split('`')[0]);
  });

  it('of several files names the reason of each that failed in its place', async () => {
    const run = await runCli(
      ['analyze', at('junk.mp3'), at('none.wav'), '--operation', 'ai-detection', '--json'],
      {
        env,
      },
    );
    expect(JSON.parse(run.stdout)).toEqual([
      { file: at('junk.mp3'), error: expect.any(String), error_code: 'not_decodable' },
      { file: at('none.wav'), error: expect.any(String), error_code: 'no_such_file' },
    ]);
    expect(run.code).toBe(1);
  });

  it('says nothing on standard output without --json', async () => {
    const run = await runCli(['describe', at('none.wav')], { env });
    expect([run.code, run.stdout]).toEqual([1, '']);
  });

  it('help and version are no failures', async () => {
    const run = await runCli(['describe', '--help', '--json'], { env });
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('Usage: contrafact describe')]);
  });
});

it('the page of the command line lists every code, and no other', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'command-line.md'), 'utf8');
  const table = page.slice(page.indexOf('| code | exit code |'));
  const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, code]) => code),
  );
  expect(listed.sort()).toEqual([...failureCodes].sort());
});
