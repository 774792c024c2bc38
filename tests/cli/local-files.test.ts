import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { cliJson, runCli } from '../support/run-cli.js';
import { excerptFile, silentFile, songFile, songTitle } from '../support/songs.js';

const tune = generateMelody(11, 64);
const moved = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 3 }));

describe('commands on local files, without a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-files-'));
  const env = { CONTRAFACT_DATA_DIR: join(folder, 'data') };
  const path = (name: string): string => join(folder, name);
  beforeAll(() => {
    writeFileSync(path('song.wav'), songFile(0, 40));
    writeFileSync(path('other.wav'), songFile(3, 40));
    writeFileSync(path('excerpt.wav'), excerptFile(0, 40, 12, 20));
    writeFileSync(path('text.wav'), 'this is no audio');
    writeFileSync(path('tune.mid'), writeMidi(tune));
    writeFileSync(path('moved.mid'), writeMidi(moved, { bpm: 100 }));
    writeFileSync(path('broken.mid'), 'MThd\0\0');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('analyze prints the result object of one file', async () => {
    const result = await cliJson(['analyze', path('song.wav'), '--operation', 'fingerprint'], { env });
    expect(result).toMatchObject({
      is_duplicate: false,
      matched_music_id: null,
      matched_musicname: null,
      title: songTitle(0),
      fingerprint: { peaks: expect.any(Number), postings: expect.any(Number), bytes: expect.any(Number) },
      matches: [],
    });
    const { duration_seconds } = result as { duration_seconds: number };
    expect(duration_seconds).toBeGreaterThanOrEqual(40);
  });

  it('analyze finds a degraded excerpt among several files, and a bad file stops none of the others', async () => {
    const files = ['song.wav', 'text.wav', 'other.wav', 'excerpt.wav', 'missing.wav'].map(path);
    const run = await runCli(['analyze', ...files, '--operation', 'fingerprint', '--json'], { env });
    expect(run.code).toBe(1);
    const outcomes = JSON.parse(run.stdout) as { file: string; error?: string; result?: object }[];
    expect(outcomes.map(({ file }) => file)).toEqual(files);
    expect(outcomes.map(({ error }) => error === undefined)).toEqual([true, false, true, true, false]);
    expect(outcomes[2]?.result).toMatchObject({ is_duplicate: false });
    expect(outcomes[3]?.result).toMatchObject({ is_duplicate: true, matched_musicname: songTitle(0) });
    const [match] = (outcomes[3]!.result as { matches: { offset_seconds: number }[] }).matches;
    expect(match?.offset_seconds).toBeCloseTo(12, 0);
    expect(run.stderr).toContain('no such file');
  });

  it('describe says that there is nothing to hear in silence, and finds no singing in it', async () => {
    mkdirSync(join(folder, 'data'), { recursive: true });
    const silence = join(folder, 'data', 'silence.wav');
    writeFileSync(silence, silentFile(8));
    const run = await runCli(['describe', silence], { env });
    rmSync(silence);
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('There is nothing to hear')]);
    expect(run.stdout).toMatch(/^singing {2}none found$/m);
    expect(run.stdout).toMatch(/^tuning {3}–$/m);
  });

  it('analyze names the reason where it cannot tell, and describe names none but the length of a clip below a second', async () => {
    writeFileSync(path('short.wav'), excerptFile(0, 40, 12, 0.4));
    const analysed = await runCli(['analyze', path('short.wav')], { env });
    expect(analysed.stdout).toMatch(/AI detection: Cannot tell: .*\n {2}less than 10 s of sound \(0\.4 s\)/);
    const described = await runCli(['describe', path('short.wav')], { env });
    rmSync(path('short.wav'));
    expect(described.stdout).toContain('(recording, 0.4 s)');
    expect(described.stdout).toContain('Shorter than three seconds: no key, chords');
  });

  it('describe measures singing as a description of the service does', async () => {
    const { voice } = await cliJson<{ voice: object }>(['describe', path('song.wav')], { env });
    expect(voice).toEqual({ presence: expect.any(Number), judgement: expect.any(String), detector: null });
  });

  it('fingerprint scan reports duplicates within a folder, and a second scan goes on where the first ended', async () => {
    const scan = () => runCli(['fingerprint', 'scan', folder, '--json'], { env });
    const first = await scan();
    const report = JSON.parse(first.stdout) as { pairs: object[]; failed: { file: string }[] };
    // In order of their names: the excerpt comes before the song that it is of.
    expect(report.pairs).toEqual([
      expect.objectContaining({
        file: 'song.wav',
        other: 'excerpt.wav',
        kind: expect.stringMatching(/^(part|duplicate)$/),
      }),
    ]);
    expect(report.failed.map(({ file }) => file)).toEqual(['text.wav']);
    expect(first.code).toBe(1);
    expect(report).toMatchObject({ scanned: 4, resumed: 0 });
    expect(JSON.parse((await scan()).stdout)).toEqual({ ...report, resumed: 4 });
  });

  it('fingerprint add and check keep an index between runs, and a scan of what has no fingerprint says so', async () => {
    const index = ['--index', path('index')];
    const added = await cliJson(['fingerprint', 'add', path('song.wav'), path('other.wav'), ...index], {
      env,
    });
    expect(added).toHaveLength(2);
    const [checked] = await cliJson<object[]>(['fingerprint', 'check', path('excerpt.wav'), ...index], {
      env,
    });
    expect(checked).toMatchObject({
      result: { is_duplicate: true, matched_musicname: songTitle(0) },
      verdict: { finding: 'found', reasons: expect.any(Array) },
    });
    writeFileSync(path('silence.wav'), silentFile(8));
    const scanned = await runCli(['fingerprint', 'scan', path('silence.wav'), ...index], { env });
    rmSync(path('silence.wav'));
    expect(scanned.code).toBe(1);
    expect(scanned.stderr).toMatch(
      /silence\.wav: Whether songs of your catalogue are in it cannot be determined\./,
    );
    expect(scanned.stderr).not.toContain('This should not happen');
  });

  it('doctor says that all is well on a fresh machine, and leaves no data behind', async () => {
    const dataDir = path('not-made-yet');
    const run = await runCli(['doctor', '--json'], { env: { ...env, CONTRAFACT_DATA_DIR: dataDir } });
    expect(existsSync(dataDir)).toBe(false);
    const { ok, checks } = JSON.parse(run.stdout) as {
      ok: boolean;
      checks: { name: string; status: string }[];
    };
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect([ok, run.code]).toEqual([true, 0]);
    const names = checks.map(({ name }) => name);
    for (const name of [
      'node',
      'data folder',
      'disk',
      'clock',
      'instance',
      'database',
      'temporary files',
      'compute and decoder',
      'lyric plagiarism, encoder',
      'AI detection, your own models',
    ]) {
      expect(names).toContain(name);
    }
  });

  it('doctor names what is broken with exit code 1', async () => {
    const blocked = { CONTRAFACT_DATA_DIR: join(path('song.wav'), 'data') };
    const run = await runCli(['doctor', '--json'], { env: blocked });
    expect(run.code).toBe(1);
    const { checks } = JSON.parse(run.stdout) as { checks: { name: string; status: string }[] };
    expect(checks.find(({ name }) => name === 'data folder')?.status).toBe('failed');
  });

  it('doctor refuses an encoder and a classifier that the service would refuse at its start', async () => {
    const folder = path('models/ai-detection/lying');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.json'), '{}');
    const broken = { ...env, CONTRAFACT_ENCODER: 'nobody', CONTRAFACT_MODELS_DIR: path('models') };
    const run = await runCli(['doctor', '--json'], { env: broken });
    expect(run.code).toBe(1);
    const { checks } = JSON.parse(run.stdout) as {
      checks: { name: string; status: string; detail: string }[];
    };
    const detailOf = (name: string) =>
      checks.find((check) => check.name === name && check.status === 'failed')?.detail;
    expect(detailOf('lyric plagiarism, encoder')).toContain('nobody');
    expect(detailOf('AI detection, your own models')).toContain('lying');
  });

  it('describe tells a recording and a MIDI file as music, in words and as JSON', async () => {
    const words = await runCli(['describe', path('song.wav')], { env });
    expect(words.code).toBe(0);
    expect(words.stdout).toMatch(/tempo {4}[\d.]+ BPM/);
    expect(words.stdout).toMatch(/key {6}[A-G]#? (major|minor)/);
    const written = await cliJson(['describe', path('tune.mid'), '--notes'], { env });
    expect(written).toMatchObject({ source: 'midi', tempo_bpm: 120, meter: 4 });
    expect((written as { notes: object[] }).notes).toHaveLength(tune.length);
  });

  it('compare finds a tune in another key and tempo, and draws it as a page without outside references', async () => {
    const page = path('report.html');
    const files = [path('tune.mid'), path('moved.mid')];
    const found = await cliJson(['compare', ...files, '--html', page], { env });
    const { signature } = (found as { result: { signature: object[] } }).result;
    expect(signature).toEqual([
      expect.objectContaining({ comparison: expect.objectContaining({ title: 'moved' }) }),
    ]);
    const html = readFileSync(page, 'utf8');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/https?:/);
    // What a task of the service says of the second song, too.
    expect(found).toMatchObject({
      detail: { engine: expect.any(Number), comparison: { source: 'midi', tempo_bpm: expect.any(Number) } },
    });
    const words = await runCli(['compare', ...files], { env });
    expect(words.stdout).toContain('3 up');
  });

  it('describe and compare say what is wrong with a file, and nothing of it is a crash', async () => {
    for (const [name, reason] of [
      ['text.wav', 'not audio'],
      ['missing.mid', 'no such file'],
      ['broken.mid', 'header'],
    ] as const) {
      const run = await runCli(['compare', path('tune.mid'), path(name)], { env });
      expect(run.code).toBe(1);
      expect(run.stderr).toContain(`${name}: `);
      expect(run.stderr).toContain(reason);
      expect(run.stderr).not.toContain('should not happen');
    }
    const fingerprint = await runCli(['analyze', path('tune.mid'), '--operation', 'fingerprint'], { env });
    expect(fingerprint.code).toBe(1);
    expect(fingerprint.stderr).toContain('MIDI');
  });
});
