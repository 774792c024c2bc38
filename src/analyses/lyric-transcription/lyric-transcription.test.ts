import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisError } from '../../domain/analysis-error.js';
import type { JsonObject } from '../../domain/task.js';
import { seededRandom } from '../../signal/seeded-random.js';
import type { Heard } from './listen-kernel.js';
import { instrumentalResult } from './result.js';
import {
  rateHz,
  runTranscription,
  sentencesSong,
  shared,
  type TranscriptionRun,
} from './test-support/run-transcription.js';

let modelsDir: string;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));

const transcribe = (samples: Float32Array, more: Partial<TranscriptionRun> = {}) =>
  runTranscription({ modelsDir, samples, ...more });

const random = seededRandom(1);
const sound = (seconds: number, sample: (n: number) => number): Float32Array =>
  Float32Array.from({ length: seconds * rateHz }, (_, n) => sample(n));
const noise = (seconds: number): Float32Array => sound(seconds, () => 0.5 * (random() - 0.5));
const voice: Partial<Heard> = { presence: 0.95 };

describe('without a recogniser', () => {
  it.each([
    ['silence', new Float32Array(10 * rateHz)],
    ['an empty file', new Float32Array(0)],
    ['noise', noise(12)],
    ['a faint noise', noise(10).map((value) => value * 0.001)],
    ['a tone', sound(8, (n) => 0.4 * Math.sin(n * 0.17))],
    ['a clip of three seconds', sound(3, (n) => 0.4 * Math.sin(n * 0.17))],
    ['numbers that are none', new Float32Array(5 * rateHz).fill(Number.NaN)],
  ])('%s gets the documented instrumental result', async (_, samples) => {
    expect((await transcribe(samples)).result).toEqual(instrumentalResult());
  });

  it.each([0.1, 0.3, 1, 2.9])(
    'a sound of %s s is too short to be called instrumental, and fails with a verdict',
    async (seconds) => {
      const failure = await transcribe(noise(seconds)).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(AnalysisError);
      const { message, detail } = failure as AnalysisError;
      expect(message).toContain(`the recording lasts ${seconds.toFixed(1)} s, and 3 s are needed`);
      expect(detail).toMatchObject({
        decided_by: 'too-short',
        verdict: { finding: 'cannot_tell', threshold: { of: 'seconds of sound', value: 3 } },
      });
    },
  );

  it('a song with vocals is an error that names the command', async () => {
    const failed = transcribe(noise(6), { heard: voice });
    await expect(failed).rejects.toThrow(AnalysisError);
    await expect(failed).rejects.toThrow('contrafact models pull whisper-base');
  });

  it('lyrics that came with the request are never answered with "instrumental" for want of a recogniser', async () => {
    const failed = transcribe(noise(6), { heard: { presence: 0.01 }, lyrics: 'One line\nAnother' });
    await expect(failed).rejects.toThrow('contrafact models pull whisper-base');
  });

  it('a voice in doubt counts as none, and the detail says that it was in doubt', async () => {
    const { result, detail } = await transcribe(noise(6), { heard: { presence: 0.3 } });
    expect(result).toEqual(instrumentalResult());
    expect(detail).toMatchObject({ decided_by: 'doubtful-presence', presence: 0.3 });
    const sure = await transcribe(noise(6), { heard: { presence: 0.03 } });
    expect(sure.detail).toMatchObject({ decided_by: 'presence' });
  });

  it('a recogniser that was installed only in part is an error, never "instrumental"', async () => {
    mkdirSync(join(modelsDir, 'whisper-base'), { recursive: true });
    writeFileSync(join(modelsDir, 'whisper-base', 'config.json'), '{}');
    await expect(transcribe(noise(6), { heard: voice })).rejects.toThrow(
      /"whisper-base" is installed only in part.*models pull whisper-base/,
    );
  });
});

describe.skipIf(!existsSync(shared))('with a recogniser (needs the development data)', () => {
  const id = 'whisper-nano-compact';
  const install = () => cpSync(join(shared, id), join(modelsDir, id), { recursive: true });
  const song = sentencesSong;

  it('gives lyrics in lines, languages and segments with times', async () => {
    install();
    const { result, detail } = await transcribe(song(), { recogniser: id, heard: voice });
    expect(result).toMatchObject({
      lyrics: 'I will carry your song until the morning\nThe moon is on the river and the night is long',
      is_instrumental: false,
    });
    const { languages } = result as { languages: { code: string; probability: number }[] };
    expect(languages[0]!.code).toBe('en');
    expect(languages.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(1);
    const { segments, lines, recogniser } = detail as Record<string, JsonObject[]> & {
      recogniser: JsonObject;
    };
    expect(segments).toHaveLength(2);
    expect(lines![1]!.start_seconds).toBeGreaterThan(lines![0]!.end_seconds as number);
    expect(recogniser.id).toBe(id);
  });

  it('recognises in the language that the request names', async () => {
    install();
    const { detail } = await transcribe(song(), { recogniser: id, heard: voice, language: 'de' });
    const { segments } = detail as { segments: JsonObject[] };
    expect(segments.map(({ language }) => language)).toEqual(['de', 'de']);
  });

  it('is instrumental where acoustics doubt a voice and the recogniser hears nobody', async () => {
    install();
    const { result } = await transcribe(noise(8), { recogniser: id, heard: { presence: 0.15 } });
    expect(result).toEqual(instrumentalResult());
  });

  it('a short clip is what is understood of it, and no instrumental where nothing is', async () => {
    install();
    const { result } = await transcribe(song().subarray(2 * rateHz, 4.4 * rateHz), { recogniser: id });
    expect(result).toMatchObject({ is_instrumental: false });
    await expect(transcribe(noise(2), { recogniser: id })).rejects.toThrow('the recording lasts 2.0 s');
  });

  it('stops when it is cancelled', async () => {
    install();
    const stopped = AbortSignal.abort(new Error('cancelled'));
    await expect(transcribe(song(), { recogniser: id, heard: voice, signal: stopped })).rejects.toThrow(
      'cancelled',
    );
  });

  it.each([
    ['cut off', (path: string) => truncateSync(path, 50_000)],
    ['swapped', (path: string) => writeFileSync(path, 'something else')],
  ])('a file that was %s is an error that names it and the way out', async (_, damage) => {
    install();
    const file = join(modelsDir, id, 'onnx', 'encoder_model.onnx');
    const bytes = join(shared, id, 'onnx', 'encoder_model.onnx');
    rmSync(file, { force: true });
    cpSync(bytes, file);
    await import('node:fs').then(({ chmodSync }) => chmodSync(file, 0o644));
    damage(file);
    const failed = transcribe(song(), { recogniser: id, heard: voice });
    await expect(failed).rejects.toThrow(AnalysisError);
    await expect(failed).rejects.toThrow(/encoder_model\.onnx.*contrafact models pull whisper-nano-compact/s);
  });

  it('a missing file is an error that names the model', async () => {
    install();
    rmSync(join(modelsDir, id, 'tokenizer.json'), { force: true });
    await expect(transcribe(song(), { recogniser: id, heard: voice })).rejects.toThrow(/only in part/);
  });

  it('a damaged detector is an error, never "instrumental"', async () => {
    cpSync(join(shared, 'yamnet'), join(modelsDir, 'yamnet'), { recursive: true });
    const file = join(modelsDir, 'yamnet', 'yamnet_logmel.onnx');
    rmSync(file, { force: true });
    writeFileSync(file, 'x');
    await expect(transcribe(noise(4))).rejects.toThrow(/yamnet_logmel\.onnx.*models pull yamnet/);
  });
});
