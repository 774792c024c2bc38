import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliJson, runCli } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-cli-lyrics-'));
const env = { CONTRAFACT_DATA_DIR: join(folder, 'data') };
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('contrafact lyrics compare', () => {
  const a = write(
    'a.txt',
    'Below the silver moon\nI carry home the light\nWe will be singing soon\nUntil the end of night\n',
  );
  const b = write(
    'b.txt',
    'He whistled half a tune\nIt never sounded right\nThe roses died in June\nA bird forgot its flight\n',
  );

  it('says what two lyrics share in meaning, sound and rhyme, and which model judged', async () => {
    const compared = await cliJson<Record<string, unknown>>(['lyrics', 'compare', a, b], { env });
    expect(compared).toMatchObject({
      encoder: expect.stringMatching(/^mini-multi-static-128@/),
      phonetic: {
        query_rhyme: { scheme: 'ABAB', density: expect.any(Number) },
        target_rhyme: { scheme: 'ABAB' },
        shared_rhyme_chains: [{ query_sentences: expect.any(Array) }],
      },
    });
    expect(compared.combined_score).toBeLessThan(0.5);
    const shown = await runCli(['lyrics', 'compare', a, b], { env });
    expect(shown.code).toBe(0);
    for (const part of ['rhyme scheme ABAB', 'rhyme chain of 4 lines', 'mini-multi-static-128']) {
      expect(shown.stdout).toContain(part);
    }
  });

  it('compares no letters that it cannot read: files in other encodings are refused, each by its name', async () => {
    const words = 'Über allen Gipfeln ist Ruh';
    for (const [name, bytes, reason] of [
      ['latin.txt', Buffer.from(words, 'latin1'), 'is not UTF-8 text. Save it as UTF-8.'],
      ['wide.txt', Buffer.from(`\ufeff${words}`, 'utf16le'), 'is in UTF-16. Save it as UTF-8.'],
    ] as const) {
      const run = await runCli(['lyrics', 'compare', a, write(name, bytes)], { env });
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(`${name} ${reason}`)]);
    }
  });

  it('says what is wrong with a file or an encoder', async () => {
    const missing = await runCli(['lyrics', 'compare', a, '/nowhere.txt'], { env });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('ENOENT')]);
    const empty = await runCli(['lyrics', 'compare', a, write('empty.txt', '♪ ♪\n')], { env });
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('no line with words')]);
    expect(empty.stderr, 'which of the two files').toContain('empty.txt: ');
    const encoder = await runCli(['lyrics', 'compare', a, b], {
      env: { ...env, CONTRAFACT_ENCODER: 'labse' },
    });
    expect([encoder.code, encoder.stderr]).toEqual([
      2,
      expect.stringContaining('contrafact models pull labse'),
    ]);
  });
});

describe('contrafact dataset import', () => {
  const songs = join(folder, 'songs');
  beforeAll(() => {
    mkdirSync(join(songs, 'more'), { recursive: true });
    writeFileSync(join(songs, 'x.lrc'), '[ti:Tagged]\n[ar:Singer]\n[00:01.00]<00:01.10>one <00:01.60>line\n');
    writeFileSync(join(songs, 'more', 'Some One - Named.lrc'), '[00:02.00]second\n[00:01.00]first\n');
    writeFileSync(join(songs, 'empty.lrc'), '[ti:Nothing]\n');
    writeFileSync(join(songs, 'old.lrc'), new Uint8Array([0x5b, 0xff, 0xfe, 0xe9]));
    writeFileSync(join(songs, 'long.lrc'), '[00:01.00]line\n'.repeat(501));
  });
  interface Report {
    rows: number;
    added: number;
    present: number;
    rejected: number;
    errors: { row: number; error: string }[];
  }

  it('reads a folder of LRC files, reports the bad ones, and adds nothing twice', async () => {
    const first = await runCli(['dataset', 'import', songs, '--json'], { env });
    expect(first.code).toBe(1);
    const report = JSON.parse(first.stdout) as Report;
    expect(report).toMatchObject({ rows: 5, added: 2, present: 0, rejected: 3 });
    expect(report.errors.map(({ error }) => error).sort()).toEqual([
      'empty.lrc: It holds no lyrics.',
      'long.lrc: The lyrics have 501 lines that are not empty; at most 500 are allowed.',
      'old.lrc is not UTF-8.',
    ]);
    const again = await runCli(['dataset', 'import', songs, '--json'], { env });
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, present: 2, rejected: 3 });
  });

  it('adds the good rows of a table and says what is wrong with each other row', async () => {
    const rows = [
      '{"title":"Good","lyrics":"a line of words"}',
      'no json',
      JSON.stringify({ title: 'Long', lyrics: 'x\n'.repeat(501) }),
      '{"title":"Year","lyrics":"x","year":"soon"}',
      '{"title":"Neither"}',
    ];
    const run = await runCli(['dataset', 'import', write('songs.jsonl', rows.join('\n')), '--json'], { env });
    expect(run.code).toBe(1);
    const report = JSON.parse(run.stdout) as Report;
    expect(report).toMatchObject({ rows: 5, added: 1, rejected: 4 });
    expect(report.errors.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  });
});
