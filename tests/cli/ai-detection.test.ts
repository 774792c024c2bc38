import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passThroughDecoder } from '../../src/analyses/ai-detection/test-support/synthetic-decoder.js';
import { wavFile } from '../../src/cli/demo/wav.js';
import { cliJson, runCli } from '../support/run-cli.js';
import { songSamples } from '../support/songs.js';

const strideSets = [
  [8, 8, 4, 2],
  [4, 4, 4, 4, 2],
  [8, 4, 4, 4],
];

describe('AI detection on local files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-ai-'));
  const modelsDir = join(folder, 'models');
  const env = { CONTRAFACT_DATA_DIR: join(folder, 'data'), CONTRAFACT_MODELS_DIR: modelsDir };
  const path = (...names: string[]): string => join(folder, ...names);
  beforeAll(() => {
    for (const [index, strides] of strideSets.entries()) {
      // Pieces are made at 16 kHz; played as 44.1 kHz they have music up to the top.
      const piece = songSamples(index, 45);
      const decoded = passThroughDecoder(piece, { strides, level: 0.5, seed: index + 1 });
      mkdirSync(path('fake', `generator-${index}`), { recursive: true });
      mkdirSync(path('real'), { recursive: true });
      writeFileSync(path('fake', `generator-${index}`, 'song.wav'), wavFile(decoded, 44_100));
      writeFileSync(path('real', `song-${index}.wav`), wavFile(piece, 44_100));
    }
    writeFileSync(path('real', 'broken.wav'), 'this is no audio');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('train writes heads with their card, and analyze judges by them', async () => {
    const corpora = ['--real', path('real'), '--fake', path('fake')];
    const run = await runCli(['train', 'ai-detection', ...corpora, '--json'], { env });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('left out')]);
    const heads = JSON.parse(run.stdout) as { file: string; version: string; card: { heldOut: object[] } };
    expect(heads.file).toBe(join(modelsDir, 'ai-detection', 'heads.json'));
    expect(heads.card).toMatchObject({ fakeExamples: 3, realExamples: 3 });
    expect(heads.card.heldOut).toHaveLength(4);

    // Trained again, the earlier heads are put aside under their version.
    const again = await runCli(['train', 'ai-detection', ...corpora], { env });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('rename it to go back')]);
    expect(readdirSync(join(modelsDir, 'ai-detection')).sort()).toEqual([
      `heads-${heads.version.replaceAll(':', '')}.json`,
      'heads.json',
    ]);

    const song = path('fake', 'generator-0', 'song.wav');
    const report = path('report.html');
    await cliJson(['analyze', song, '--operation', 'ai-detection', '--report', report], { env });
    const html = readFileSync(report, 'utf8');
    expect(html).toContain('class="lattice"');
    const written = readFileSync(join(modelsDir, 'ai-detection', 'heads.json'), 'utf8');
    expect(html).toContain((JSON.parse(written) as { version: string }).version);
  });

  it('analyze prints the documented result alone', async () => {
    const run = await runCli(
      [
        'analyze',
        path('real', 'song-0.wav'),
        path('real', 'song-1.wav'),
        '--operation',
        'ai-detection',
        '--json',
      ],
      { env },
    );
    const outcomes = JSON.parse(run.stdout) as object[];
    expect(outcomes.map((outcome) => Object.keys(outcome))).toEqual([
      ['file', 'result'],
      ['file', 'result'],
    ]);
  });

  it('a corpus that cannot be held out, and a report of something else, are usage errors', async () => {
    const few = await runCli(
      ['train', 'ai-detection', '--real', path('real'), '--fake', path('fake', 'generator-0')],
      { env },
    );
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining('at least 3 generators')]);
    const other = await runCli(
      ['analyze', path('real', 'song-0.wav'), '--operation', 'fingerprint', '--report', path('x.html')],
      { env },
    );
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--report')]);
  });

  it('serve refuses to start on a lying manifest, and says where and why', async () => {
    const refusing = path('refusing');
    mkdirSync(join(refusing, 'ai-detection', 'ear'), { recursive: true });
    writeFileSync(join(refusing, 'ai-detection', 'ear', 'manifest.json'), '{"format":"something else"}');
    const run = await runCli(['serve'], {
      env: {
        ...env,
        CONTRAFACT_DATA_DIR: path('other'),
        CONTRAFACT_MODELS_DIR: refusing,
        CONTRAFACT_PORT: '0',
      },
    });
    expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(/ear is refused/)]);
    expect(run.stderr).not.toContain('.js:');
  });
});
