import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passThroughDecoder } from '../../src/sample-music/strided-decoder.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { itInLongRounds } from '../support/rounds.js';
import { cliJson, runCli } from '../support/run-cli.js';
import { songSamples } from '../support/songs.js';

const strideSets = [
  [8, 8, 4, 2],
  [4, 4, 4, 4, 2],
  [8, 4, 4, 4],
];

/** Measuring a dozen files takes minutes where many tests share a processor. */
const timeoutMs = 400_000;

describe('AI detection on local files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-ai-'));
  const modelsDir = join(folder, 'models');
  const env = { CONTRAFACT_DATA_DIR: join(folder, 'data'), CONTRAFACT_MODELS_DIR: modelsDir };
  const path = (...names: string[]): string => join(folder, ...names);
  beforeAll(() => {
    for (const [index, strides] of strideSets.entries()) {
      // Pieces are made at 16 kHz; played as 44.1 kHz they have music up to the top.
      const piece = songSamples(index, 16);
      const decoded = passThroughDecoder(piece, { strides, level: 0.5, seed: index + 1 });
      mkdirSync(path('fake', `generator-${index}`), { recursive: true });
      writeFileSync(path('fake', `generator-${index}`, 'song.wav'), wavFile(decoded, 44_100));
    }
    for (let index = 0; index < 10; index++) {
      mkdirSync(path('real', `collection-${index % 3}`), { recursive: true });
      const piece = songSamples(index % 6, 16);
      // There are six pieces; backwards they are others.
      if (index >= 6) piece.reverse();
      writeFileSync(path('real', `collection-${index % 3}`, `song-${index}.wav`), wavFile(piece, 44_100));
    }
    writeFileSync(path('real', 'broken.wav'), 'this is no audio');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  itInLongRounds('train writes a model with its card, and analyze judges by it', async () => {
    const corpora = ['--real', path('real'), '--fake', path('fake')];
    const own = join(modelsDir, 'ai-detection');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'model.json'), '{"version": "house-1"}');
    const run = await runCli(['train', 'ai-detection', ...corpora, '--json'], { env, timeoutMs });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('left out')]);
    // The earlier model is put aside under its version.
    expect(readdirSync(own).sort()).toEqual(['model-house-1.json', 'model.json']);
    const written = JSON.parse(run.stdout) as {
      file: string;
      model: { version: string };
      card: { recordings: number; heldOut: { group: string; isFake: boolean; recordings: number }[] };
    };
    expect(written.file).toBe(join(own, 'model.json'));
    expect(written.card.recordings).toBe(10);
    expect(written.card.heldOut.map(({ group }) => group)).toEqual([
      'generator-0',
      'generator-1',
      'generator-2',
      'collection-0',
      'collection-1',
      'collection-2',
    ]);

    const song = path('fake', 'generator-0', 'song.wav');
    const report = path('report.html');
    await cliJson(['analyze', song, '--operation', 'ai-detection', '--report', report], { env });
    const html = readFileSync(report, 'utf8');
    const bytes = readFileSync(song);
    expect(html).toContain(createHash('sha256').update(bytes).digest('hex'));
    const used = readFileSync(join(own, 'model.json'), 'utf8');
    expect(html).toContain((JSON.parse(used) as { model: { version: string } }).model.version);
  });

  itInLongRounds(
    'calibrate sets the rate of false alarms on one’s own recordings, writes its card, and analyze uses it',
    async () => {
      const own = { ...env, CONTRAFACT_MODELS_DIR: path('calibrated') };
      const run = await runCli(
        ['calibrate', 'ai-detection', '--real', path('real'), '--false-alarms', '2', '--json'],
        { env: own, timeoutMs },
      );
      expect(run.code).toBe(0);
      const written = JSON.parse(run.stdout) as {
        file: string;
        calibration: { falseAlarmsPer1000: number; cases: number; groups: number; version: string };
        card: object;
      };
      expect(written.file).toBe(join(path('calibrated'), 'ai-detection', 'calibration.json'));
      expect(written.calibration).toMatchObject({ falseAlarmsPer1000: 2, cases: 10, groups: 3 });
      expect(written.card).toMatchObject({ recordings: 10 });
      const report = path('calibrated.html');
      const song = path('real', 'collection-0', 'song-0.wav');
      await cliJson(['analyze', song, '--operation', 'ai-detection', '--report', report], { env: own });
      expect(readFileSync(report, 'utf8')).toContain(written.calibration.version);
      const wrong = await runCli(
        ['calibrate', 'ai-detection', '--real', path('real'), '--false-alarms', '0'],
        {
          env: own,
        },
      );
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--false-alarms')]);
    },
  );

  it('analyze prints the documented result alone', async () => {
    const run = await runCli(
      [
        'analyze',
        path('real', 'collection-0', 'song-0.wav'),
        path('real', 'collection-1', 'song-1.wav'),
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

  it('a corpus that cannot be held out, and a report that is no page, are usage errors', async () => {
    const few = await runCli(
      ['train', 'ai-detection', '--real', path('real'), '--fake', path('fake', 'generator-0')],
      { env },
    );
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining('at least 3 generators')]);
    const other = await runCli(
      [
        'analyze',
        path('real', 'collection-0', 'song-0.wav'),
        '--operation',
        'fingerprint',
        '--report',
        path('x.txt'),
      ],
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
