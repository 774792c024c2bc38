/** The analysis with what an operator installs or names: a pulled recogniser, a separator, detectors, an endpoint. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisError } from '../../domain/analysis-error.js';
import type { JsonObject } from '../../domain/task.js';
import { findModel, loadManifest } from '../../models/manifest.js';
import { pullModel } from '../../models/pull.js';
import { writeSmallSeparator } from '../../models/test-support/small-separator.js';
import type { RemoteRequest } from './ports.js';
import { instrumentalResult } from './result.js';
import { runTranscription, sentencesSong, shared, sineSong } from './test-support/run-transcription.js';

let modelsDir: string;
const usualTemporary = process.env.TMPDIR;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
  // A place of its own for temporary files: what other transcriptions of this machine leave there is not counted.
  process.env.TMPDIR = modelsDir;
});
afterEach(() => {
  if (usualTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualTemporary;
  rmSync(modelsDir, { recursive: true, force: true });
});

const voice = { presence: 0.95 };
const lyrics = 'I will carry your song until the morning\nThe moon is on the river and the night is long';
const installSeparator = (vocalShare: number): void =>
  writeSmallSeparator(join(modelsDir, 'htdemucs-ft-vocals', 'htdemucs_ft_vocals.onnx'), {
    samples: 44_100,
    waveform: [1, 1, 1, vocalShare],
    spectrum: null,
  });
const leftovers = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('contrafact-vocals-'));

describe('an endpoint of the operator', () => {
  const remote = (requests: RemoteRequest[], answer: object = {}) => ({
    model: 'large',
    async transcribe(request: RemoteRequest) {
      requests.push(request);
      const text = `Line ${requests.length} of a longer song`;
      const quality = { noSpeech: 0.01, meanLogProbability: -0.2, compressionRatio: 1, temperature: 0 };
      return {
        text,
        language: 'en',
        segments: [{ startSeconds: 0.5, endSeconds: 900, text, ...quality }],
        ...answer,
      };
    },
  });

  it('cannot align given lyrics, and the message says what to install instead', async () => {
    const samples = sineSong([2, 5]);
    const asked = { modelsDir, samples, heard: voice, lyrics: 'One line', remote: remote([]) };
    await expect(runTranscription(asked)).rejects.toThrow(
      /aligned by an installed recogniser.*contrafact models pull whisper-base.*CONTRAFACT_TRANSCRIBE_URL/,
    );
  });

  it('gets each segment as a WAV file, and its answers become lyrics with the song’s times', async () => {
    const requests: RemoteRequest[] = [];
    const samples = sineSong([2, 5, 2, 4, 1]);
    const { result, detail } = await runTranscription({
      modelsDir,
      samples,
      heard: voice,
      remote: remote(requests),
    });
    expect(requests.map(({ wav }) => Buffer.from(wav).toString('latin1', 0, 4))).toEqual(['RIFF', 'RIFF']);
    expect((requests[0]!.wav.length - 44) / 32_000).toBeCloseTo(5.4, 0);
    expect(result).toMatchObject({
      lyrics: 'Line 1 of a longer song\nLine 2 of a longer song',
      is_instrumental: false,
    });
    const { lines, recogniser } = detail as { lines: JsonObject[]; recogniser: JsonObject };
    expect(lines[1]!.start_seconds).toBeGreaterThan(9);
    expect(lines[1]!.end_seconds).toBeLessThan(14);
    expect(recogniser).toEqual({ id: 'endpoint', model: 'large' });
  });

  it('is asked in the language of the request, and may give the text alone', async () => {
    const requests: RemoteRequest[] = [];
    const samples = sineSong([1, 4, 1]);
    const answering = remote(requests, {
      segments: null,
      language: null,
      text: 'Ich gehe heute in den Wald',
    });
    const options = { modelsDir, samples, heard: voice, remote: answering, language: 'de' };
    const { result } = await runTranscription(options);
    expect(requests[0]!.language).toBe('de');
    expect(result).toMatchObject({ lyrics: 'Ich gehe heute in den Wald', languages: [{ code: 'de' }] });
  });

  it('has its words left out where what it says of them itself makes them unlikely, and the detail says why', async () => {
    const quality = { noSpeech: 0.85, meanLogProbability: -1.9, compressionRatio: 1, temperature: 1 };
    const text = 'I am going to be a little bit more careful';
    const unsure = remote([], { segments: [{ startSeconds: 0, endSeconds: 4, text, ...quality }] });
    const samples = sineSong([1, 5, 1]);
    const { result, detail } = await runTranscription({ modelsDir, samples, heard: voice, remote: unsure });
    expect(result).toEqual(instrumentalResult());
    const { segments, decided_by } = detail as { segments: JsonObject[]; decided_by: string };
    expect(decided_by).toBe('no-lyrics');
    expect(segments[0]).toMatchObject({ text, no_speech: 0.85, mean_log_probability: -1.9 });
    expect(segments[0]!.left_out).toBe('unlikely-words');
  });

  it('that gives no scores has null for them, never a number, and its words are kept unjudged', async () => {
    const scores = { noSpeech: null, meanLogProbability: null, compressionRatio: 0, temperature: 0 };
    const text = 'Line of a longer song';
    const silent = remote([], { segments: [{ startSeconds: 0, endSeconds: 4, text, ...scores }] });
    const samples = sineSong([1, 5, 1]);
    const { result, detail } = await runTranscription({ modelsDir, samples, heard: voice, remote: silent });
    expect(result).toMatchObject({ lyrics: text });
    const [segment] = (detail as { segments: JsonObject[] }).segments;
    expect(segment).toMatchObject({
      no_speech: null,
      mean_log_probability: null,
      mean_word_probability: null,
    });
    expect(segment).toMatchObject({ words: null, left_out: null });
  });

  it('that scores some of its phrases alone has no score for the segment: a mean over them would pass for all', async () => {
    const quality = { noSpeech: 0.9, meanLogProbability: -2, compressionRatio: 1, temperature: 0 };
    const scored = { startSeconds: 0, endSeconds: 2, text: 'One line of a song', ...quality };
    const unscored = { ...scored, text: 'and another', noSpeech: null, meanLogProbability: null };
    const samples = sineSong([1, 5, 1]);
    const some = remote([], { segments: [scored, unscored] });
    const { detail } = await runTranscription({ modelsDir, samples, heard: voice, remote: some });
    const [segment] = (detail as { segments: JsonObject[] }).segments;
    expect(segment).toMatchObject({
      no_speech: null,
      mean_log_probability: null,
      words: null,
      left_out: null,
    });
  });

  it('is not asked about an instrumental, and no more once the task is cancelled', async () => {
    const requests: RemoteRequest[] = [];
    const samples = sineSong([1, 4, 2, 4, 1]);
    const calm = { modelsDir, samples, heard: { presence: 0.01 }, remote: remote(requests) };
    expect((await runTranscription(calm)).result).toEqual(instrumentalResult());
    expect(requests).toHaveLength(0);
    const stop = new AbortController();
    const stopping = {
      model: 'large',
      async transcribe(request: RemoteRequest) {
        stop.abort(new Error('cancelled'));
        request.signal.throwIfAborted();
        return { text: '', language: null, segments: null };
      },
    };
    const cancelled = runTranscription({
      modelsDir,
      samples,
      heard: voice,
      remote: stopping,
      signal: stop.signal,
    });
    await expect(cancelled).rejects.toThrow('cancelled');
  });
});

describe.skipIf(!existsSync(shared))('with models (needs the development data)', () => {
  const nano = 'whisper-nano-compact';
  const install = (id: string): void => cpSync(join(shared, id), join(modelsDir, id), { recursive: true });

  it('a song is transcribed right after `models pull whisper-base`, from a hub with the public one’s addresses', async () => {
    const names: Record<string, string> = {
      'onnx/encoder_model_quantized.onnx': 'onnx/encoder_model.onnx',
      'onnx/decoder_model_merged_quantized.onnx': 'onnx/decoder_model_merged.onnx',
    };
    const model = findModel(loadManifest(), 'whisper-base');
    const files = `/${model.repository}/resolve/main/`;
    const asked: string[] = [];
    const hub: Server = createServer((request, response) => {
      asked.push(request.url!);
      const path = request.url!.replace(files, '');
      response.end(readFileSync(join(shared, nano, names[path] ?? path)));
    });
    await new Promise<void>((done) => hub.listen(0, '127.0.0.1', done));
    try {
      const hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
      await pullModel(model, { modelsDir, hubUrl });
    } finally {
      hub.closeAllConnections();
      hub.close();
    }
    expect(asked).toContain(`${files}onnx/encoder_model_quantized.onnx`);
    const { result, detail } = await runTranscription({ modelsDir, samples: sentencesSong(), heard: voice });
    expect(result).toMatchObject({ lyrics, is_instrumental: false });
    expect(detail).toMatchObject({ recogniser: { id: 'whisper-base' }, separator: null });
  });

  it('an installed separator’s vocals are transcribed, and their file is gone afterwards', async () => {
    install(nano);
    installSeparator(1);
    const options = { modelsDir, samples: sentencesSong(), heard: voice, recogniser: nano };
    const { result, detail } = await runTranscription(options);
    expect(result).toMatchObject({ lyrics });
    expect(detail).toMatchObject({ separator: { id: 'htdemucs-ft-vocals', found_vocals: true } });
    expect(leftovers()).toEqual([]);
    const mixed = await runTranscription({ ...options, separator: 'none' });
    expect(mixed.detail).toMatchObject({ separator: null });
  });

  it('a separator for which no gain was shown is used only where it is named', async () => {
    install(nano);
    const id = 'spleeter-2stems-vocals';
    const shape = { samples: 44_100, waveform: [1], spectrum: null };
    writeSmallSeparator(join(modelsDir, id, 'spleeter_2stems_vocals.onnx'), shape);
    const options = { modelsDir, samples: sentencesSong(), heard: voice, recogniser: nano };
    expect((await runTranscription(options)).detail).toMatchObject({ separator: null });
    const named = await runTranscription({ ...options, separator: id });
    expect(named.detail).toMatchObject({ separator: { id } });
  });

  it('where a separator leaves nothing, the mix is transcribed instead of calling it instrumental', async () => {
    install(nano);
    installSeparator(0);
    const options = { modelsDir, samples: sentencesSong(), heard: voice, recogniser: nano };
    const { result, detail } = await runTranscription(options);
    expect(result).toMatchObject({ lyrics });
    expect(detail).toMatchObject({ separator: { found_vocals: false } });
  });

  it('a damaged separator is an error that names it, never "instrumental", and leaves nothing behind', async () => {
    install(nano);
    installSeparator(Number.NaN);
    const failed = runTranscription({ modelsDir, samples: sentencesSong(), heard: voice, recogniser: nano });
    await expect(failed).rejects.toThrow(AnalysisError);
    await expect(failed).rejects.toThrow(/separator "htdemucs-ft-vocals".*damaged/);
    expect(leftovers()).toEqual([]);
  });

  it.each(['yamnet', 'silero-vad'])(
    'the detector %s decides where it is installed, unless set otherwise',
    async (id) => {
      install(id);
      const samples = sentencesSong();
      const failed = runTranscription({ modelsDir, samples });
      await expect(failed).rejects.toThrow('contrafact models pull whisper-base');
      const tone = await runTranscription({ modelsDir, samples: sineSong([8]) });
      expect(tone.result).toEqual(instrumentalResult());
      expect(tone.detail).toMatchObject({ vocal_presence: { detector: { id } } });
      const own = await runTranscription({ modelsDir, samples: sineSong([8]), detector: 'none' });
      expect(own.detail).toMatchObject({ vocal_presence: { detector: null } });
    },
  );

  it.each([
    [{ recogniser: 'whisper-tiny' }, /recogniser "whisper-tiny" is not installed.*models pull whisper-tiny/],
    [{ separator: 'htdemucs-ft-vocals' }, /separator "htdemucs-ft-vocals" is not installed/],
    [{ detector: 'yamnet' }, /detector "yamnet" is not installed.*models pull yamnet/],
  ])('a chosen model that is not installed is an error: %j', async (chosen, message) => {
    install(nano);
    const options = { modelsDir, samples: sentencesSong(), heard: voice, recogniser: nano, ...chosen };
    await expect(runTranscription(options)).rejects.toThrow(message);
  });
});
