/** `contrafact analyze` without a server: everything available, a verdict a line, and what was not run with its reason. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { browserPath } from '../browser/browser.js';
import { type CliResult, programPath, runCli } from '../support/run-cli.js';
import { coverFile, excerptFile, songFile } from '../support/songs.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/analyses/plagiarism.md'), 'utf8');

/** Fields of a kept comparison with a folder that the page on it does not name. */
function undocumentedOf(kept: string): string[] {
  const line = kept.split('\n').find((one) => one.includes('songs_compared'))!;
  const { result } = JSON.parse(line) as { result: { comparisons: object[] } };
  expect(result.comparisons.length).toBe(2);
  const named = [
    ...Object.keys(result),
    ...result.comparisons.flatMap((one) => Object.keys(one).map((name) => `comparisons[].${name}`)),
  ];
  return named.filter((name) => !page.includes(`| \`${name}\` |`));
}

describe('analyze', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-analyze-'));
  const env = { CONTRAFACT_DATA_DIR: join(folder, 'data') };
  const path = (name: string): string => join(folder, name);
  /** A folder with everything, and a song with a folder of others: each analysed once, with a report. */
  let album: CliResult;
  let against: CliResult;

  beforeAll(async () => {
    mkdirSync(path('album'));
    mkdirSync(path('references'));
    writeFileSync(path('album/1 song.wav'), songFile(0, 30));
    writeFileSync(path('album/2 excerpt.wav'), excerptFile(0, 30, 8, 15));
    writeFileSync(path('album/cover.jpg'), 'a picture');
    writeFileSync(path('cover.wav'), coverFile(0, 30, 2, 1.1));
    writeFileSync(path('references/Theirs.wav'), songFile(0, 30));
    writeFileSync(path('references/Another.wav'), songFile(1, 30));
    writeFileSync(path('references/Four notes.mid'), writeMidi(generateMelody(1, 4)));
    writeFileSync(path('references/No music.mp3'), 'words');
    mkdirSync(path('short'));
    for (const n of [0, 1]) writeFileSync(path(`short/${n}.wav`), songFile(n, 12));
    album = await runCli(['analyze', path('album'), '--report', path('album.html')], { env });
    const folders = ['--operation', 'plagiarism', '--against', path('references')];
    const files = ['--resume', path('against.jsonl'), '--report', path('case.html')];
    against = await runCli(['analyze', path('cover.wav'), ...folders, ...files], { env });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs everything available on a folder, prints a verdict a line, and names what it did not run', () => {
    expect([album.code, album.stderr]).toEqual([0, expect.stringContaining('Not run: melody and chords: ')]);
    const lines = album.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^[!?✓–·] .+\.wav: (AI detection|fingerprint): [A-Z]/);
    // The first file is cleared by nothing, the second is a copy of it.
    expect(lines[1]).toMatch(/^– .*nothing to compare with yet/);
    expect(lines[3]).toMatch(/^! .*2 excerpt\.wav: fingerprint: Copy of a file before it: .*very high/);
    expect(album.stdout).not.toContain('{');
  });

  it('prints JSON only when asked: a list with file, operation, finding and documented result', async () => {
    const run = await runCli(['analyze', path('short/0.wav'), '--json'], { env });
    expect(JSON.parse(run.stdout)).toEqual([
      {
        file: path('short/0.wav'),
        operation: 'ai-detection',
        finding: expect.stringMatching(/^(not_found|possible|cannot_tell|found)$/),
        sentence: expect.any(String),
        result: expect.any(Object),
      },
    ]);
  });

  it('reads standard input as a file', () => {
    const run = spawnSync(process.execPath, [programPath, 'analyze', '-', '--operation', 'ai-detection'], {
      input: readFileSync(path('short/0.wav')),
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
      encoding: 'utf8',
    });
    expect([run.status, run.stdout]).toEqual([
      0,
      expect.stringMatching(/^[✓?!–] standard input: AI detection: /),
    ]);
  });

  it('compares with the songs of a folder in melody and chords, and without one refuses: nothing would be found', async () => {
    expect(against.stdout).toMatch(
      /^[!?] .*cover\.wav: melody and chords: .*Theirs\.wav \(.*2 songs searched\)/,
    );
    const kept = readFileSync(path('against.jsonl'), 'utf8');
    expect(kept).toContain('among the 2 searched');
    expect(undocumentedOf(kept)).toEqual([]);
    // What `--json` prints of one file: the finding of all comparisons stands over them.
    expect(kept).toMatch(
      /"result":\{"finding":"(found|possible)","sentence":"[^"]+","match":"Theirs\.wav","closest":null,"songs_compared":2,/,
    );
    const alone = await runCli(['analyze', path('cover.wav'), '--operation', 'plagiarism'], { env });
    expect([alone.code, alone.stdout, alone.stderr]).toEqual([2, '', expect.stringContaining('--against')]);
  });

  it('counts files of the folder that could not be compared among those that were not, with the reason', () => {
    const line = readFileSync(path('against.jsonl'), 'utf8')
      .split('\n')
      .find((one) => one.includes('songs_compared'))!;
    const { result } = JSON.parse(line) as { result: Record<string, unknown> };
    expect(result).toMatchObject({
      songs_compared: 2,
      songs_not_compared: [
        { file: path('references/No music.mp3'), reason: expect.stringContaining('The file is not audio') },
        {
          file: path('references/Four notes.mid'),
          reason: 'The song has 4 notes of melody and no chords; 5 notes are needed.',
        },
      ],
    });
    expect(result.comparisons).toHaveLength(2);
    expect(against.stdout).not.toContain('Four notes');
    const page = readFileSync(path('case.html'), 'utf8');
    expect(page).toContain('all 2 songs that were searched');
    expect(page).not.toContain('Four notes');
  });

  it('writes a report of a song and a folder: both songs by name and SHA-256, and their notes above each other', () => {
    expect([against.code, against.stderr]).toEqual([0, expect.stringContaining('The report is in ')]);
    const page = readFileSync(path('case.html'), 'utf8');
    for (const name of ['cover.wav', 'references/Theirs.wav']) {
      const sha256 = createHash('sha256')
        .update(readFileSync(path(name)))
        .digest('hex');
      expect(page).toContain(`SHA-256 ${sha256}`);
    }
    expect(page).toContain('class="ev-note ev-matched"');
    expect(page).toMatch(/src="data:audio\/wav;base64,/);
  });

  it('writes one case file of several files and analyses, and a PDF where Chromium is installed', async () => {
    const page = readFileSync(path('album.html'), 'utf8');
    for (const text of [
      '1 song.wav',
      '2 excerpt.wav',
      'AI detection',
      'Fingerprint check',
      'How to repeat it',
    ]) {
      expect(page).toContain(text);
    }
    const printer = { ...env, CHROMIUM_PATH: browserPath ?? '/nowhere' };
    const args = ['analyze', path('album'), '--operation', 'fingerprint', '--report', path('album.pdf')];
    const run = await runCli(args, { env: printer });
    if (browserPath === null) expect([run.code, run.stdout]).toEqual([1, '']);
    else expect(readFileSync(path('album.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('--resume goes on where a run stopped: what the file holds is not analysed again, what changed is', async () => {
    const args = ['analyze', path('short'), '--operation', 'ai-detection', '--resume', path('results.jsonl')];
    const first = await runCli(args, { env });
    const kept = readFileSync(path('results.jsonl'), 'utf8').trim().split('\n');
    expect(kept).toHaveLength(2);
    // A run that ended in the middle: one result, and a line that was cut short.
    writeFileSync(path('results.jsonl'), `\n${kept[0]}\n${kept[1]!.slice(0, 40)}`);
    const second = await runCli(args, { env });
    expect(second.stdout).toBe(first.stdout);
    const added = readFileSync(path('results.jsonl'), 'utf8').trim().split('\n');
    expect(added).toHaveLength(3);
    expect(added[2]).toBe(kept[1]);
    const third = await runCli(args, { env });
    expect(third.stdout).toBe(first.stdout);
    expect(readFileSync(path('results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it.each([
    [['--model', 'lite'], '--model needs --operation'],
    [['--against', 'x', '--operation', 'ai-detection'], '--against is for plagiarism'],
    [['--report', 'x.docx'], 'ends in .html or .pdf'],
  ])('refuses %j before anything is done', async (options, sentence) => {
    const run = await runCli(['analyze', path('cover.wav'), ...options], { env });
    expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('a folder without songs is an error of the command line', async () => {
    mkdirSync(path('empty'));
    const run = await runCli(['analyze', path('empty')], { env });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('no audio or MIDI files')]);
  });
});
