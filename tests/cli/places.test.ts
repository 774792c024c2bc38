/** What a command line names is looked at before the work: a slip costs seconds, and never what was worked out. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliJson, runCli } from '../support/run-cli.js';

describe('places that a command line names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-places-'));
  const at = (name: string): string => join(folder, name);
  const env = { CONTRAFACT_DATA_DIR: at('data') };
  beforeAll(() => {
    writeFileSync(at('a.mid'), 'MThd\0\0');
    writeFileSync(at('words.txt'), 'one line of words\n');
    mkdirSync(at('album'));
    for (const name of ['1.mid', '2.mid']) writeFileSync(at(`album/${name}`), 'MThd\0\0');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const song = at('a.mid');
  const transcription = ['--operation', 'lyric-transcription'];
  it.each([
    { args: ['compare', song, song, '--html', at('none/x.html')], code: 2, says: 'there is no folder' },
    { args: ['compare', song, song, '--html', at('album')], code: 2, says: 'that is a folder' },
    { args: ['compare', song, at('missing.mid')], code: 1, says: 'missing.mid: there is no such file' },
    { args: ['analyze', song, '--report', at('none/x.html')], code: 2, says: 'there is no folder' },
    { args: ['analyze', song, '--resume', at('none/x.jsonl')], code: 2, says: 'there is no folder' },
    { args: ['analyze', song, ...transcription, '--lrc', at('none/x')], code: 2, says: 'there is no folder' },
    { args: ['analyze', at('album'), ...transcription, '--lrc', at('x.lrc')], code: 2, says: 'of one file' },
    {
      args: ['analyze', at('album'), ...transcription, '--lyrics', at('words.txt')],
      code: 2,
      says: 'of one file',
    },
    { args: ['backup', at('none/x')], code: 2, says: 'there is no folder' },
    { args: ['backup', at('album'), '--force'], code: 2, says: 'that is a folder' },
    { args: ['restore', at('album')], code: 2, says: 'is not a file' },
    { args: ['fingerprint', 'check', song, '--index', at('no-index')], code: 2, says: 'There is no index' },
    { args: ['fingerprint', 'scan', song, '--index', at('no-index')], code: 2, says: 'There is no index' },
  ])('$args ends before anything is done, and says why', async ({ args, code, says }) => {
    const run = await runCli(args, { env });
    expect([run.code, run.stdout, run.stderr]).toEqual([code, '', expect.stringContaining(says)]);
    expect(run.stderr).not.toContain('0 %');
  });

  it('a check against an index that is not there makes none: its answer would be that nothing is a copy', () => {
    expect(existsSync(at('no-index'))).toBe(false);
  });

  it('a data folder that cannot be one is named, with what to do, and exit code 3', async () => {
    const run = await runCli(['account', 'list'], { env: { CONTRAFACT_DATA_DIR: song } });
    expect([run.code, run.stdout]).toEqual([3, '']);
    expect(run.stderr).toContain('CONTRAFACT_DATA_DIR');
    expect(run.stderr).not.toContain('should not happen');
  });

  it('a key that has ended already is made with a remark', async () => {
    await cliJson(['account', 'create', '--name', 'Label'], { env });
    const run = await runCli(['key', 'create', '--expires', '2020-01-01'], { env });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('has ended already')]);
  });

  it('an entry of a folder of lyrics that cannot be read is a rejected row, and the others are imported', async () => {
    mkdirSync(at('lyrics/b.lrc'), { recursive: true });
    symlinkSync(at('nowhere'), at('lyrics/c.lrc'));
    for (const name of ['A - One', 'D - Two']) {
      writeFileSync(at(`lyrics/${name}.lrc`), `[00:01.00]the words of ${name}\n`);
    }
    const answer = await cliJson<{ added: number; errors: { error: string }[] }>(
      ['dataset', 'import', at('lyrics')],
      { env },
    );
    expect(answer).toMatchObject({ rows: 4, added: 2, rejected: 2 });
    expect(answer.errors.map(({ error }) => error)).toEqual([
      'b.lrc cannot be read.',
      'c.lrc cannot be read.',
    ]);
  });
});
