import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wavSamples } from '../test-support/wav-samples.js';
import { type HeardWindow, openRecogniser, type WhisperRecogniser } from './recogniser.js';

const models = resolve('..', 'shared', 'models');
const nano = join(models, 'whisper-nano-compact');
const cases = join(models, 'whisper-nano-cases');
const files = { encoder: 'onnx/encoder_model.onnx', decoder: 'onnx/decoder_model_merged.onnx' };

const likeliest = ({ languages }: HeardWindow): string => [...languages].sort((a, b) => b[1] - a[1])[0]![0];
const samplesOf = (name: string): Float32Array => wavSamples(join(cases, 'wav', name));

describe.skipIf(!existsSync(nano))('a Whisper-format model (needs the development data)', () => {
  let recogniser: WhisperRecogniser;
  beforeAll(async () => {
    recogniser = await openRecogniser({ folder: nano, ...files });
  });

  it('reads at least 35 of its 36 sentences exactly, in the language that it heard', async () => {
    const texts = JSON.parse(readFileSync(join(cases, 'refs.json'), 'utf8')) as Record<string, string>;
    const names = Object.keys(texts).filter((name) => existsSync(join(cases, 'wav', name)));
    expect(names.length).toBe(36);
    let exact = 0;
    for (const name of names) {
      const heard = await recogniser.hear([samplesOf(name)]);
      const language = likeliest(heard.windows[0]!);
      const { text } = (await recogniser.transcribe(heard, [language], false))[0]!;
      if (text === texts[name] && language === name.slice(0, 2)) exact += 1;
    }
    expect(exact).toBeGreaterThanOrEqual(35);
  });

  it('gives all its languages probabilities that sum to 1', async () => {
    const { languages } = (await recogniser.hear([samplesOf('en_0_2.wav')])).windows[0]!;
    expect(languages.size).toBe(18);
    expect([...languages.values()].reduce((a, b) => a + b)).toBeCloseTo(1);
  });

  it('says that nobody speaks in noise and silence, and that someone does in speech', async () => {
    for (const name of ['ns_noise.wav', 'ns_silence.wav']) {
      expect((await recogniser.hear([samplesOf(name)])).windows[0]!.noSpeech).toBeGreaterThan(0.9);
    }
    expect((await recogniser.hear([samplesOf('fr_0_2.wav')])).windows[0]!.noSpeech).toBeLessThan(0.1);
  });

  it('says of several windows together what it says of each alone', async () => {
    const names = ['en_0_2.wav', 'de_1_2.wav', 'ns_silence.wav', 'ko_0_2.wav', 'fr_0_2.wav'];
    const languages = ['en', 'de', 'en', 'ko', 'fr'];
    expect(recogniser.batchWindows).toBeGreaterThanOrEqual(names.length);
    const heard = await recogniser.hear(names.map(samplesOf));
    const together = await recogniser.transcribe(heard, languages, true);
    for (const [i, name] of names.entries()) {
      const alone = await recogniser.hear([samplesOf(name)]);
      const [transcript] = await recogniser.transcribe(alone, [languages[i]!], true);
      expect(together[i]!.text, name).toBe(transcript!.text);
      expect(together[i]!.meanLogProbability).toBeCloseTo(transcript!.meanLogProbability, 3);
      expect(heard.windows[i]!.noSpeech).toBeCloseTo(alone.windows[0]!.noSpeech, 4);
    }
    expect(together[0]!.text).not.toBe(together[1]!.text);
  });

  it('times its phrases inside the window', async () => {
    const samples = samplesOf('en_1_2.wav');
    const [transcript] = await recogniser.transcribe(await recogniser.hear([samples]), ['en'], true);
    const { phrases } = transcript!;
    expect(phrases.length).toBeGreaterThan(0);
    for (const { startSeconds, endSeconds } of phrases) {
      expect(startSeconds).toBeLessThanOrEqual(endSeconds);
      expect(endSeconds).toBeLessThanOrEqual(samples.length / 16_000);
    }
  });

  describe('in a folder that is not as it should be', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'contrafact-whisper-'));
      cpSync(nano, folder, { recursive: true });
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const opened = () => openRecogniser({ folder, ...files });

    it.each(['config.json', 'generation_config.json', 'tokenizer.json', files.encoder, files.decoder])(
      'names %s where it is missing',
      async (name) => {
        rmSync(join(folder, name), { force: true });
        await expect(opened()).rejects.toThrow(name === 'tokenizer.json' ? /tokenizer/ : name);
      },
    );

    it.each([files.encoder, files.decoder])('names %s where it is cut off', async (name) => {
      const path = join(folder, name);
      rmSync(path, { force: true });
      writeFileSync(path, readFileSync(join(nano, name)));
      truncateSync(path, 100_000);
      await expect(opened()).rejects.toThrow(name);
    });

    it('says which file is another model', async () => {
      rmSync(join(folder, files.decoder), { force: true });
      cpSync(join(nano, files.encoder), join(folder, files.decoder));
      await expect(opened()).rejects.toThrow(/decoder_model_merged.*another model/);
    });

    it('refuses a model of one language', async () => {
      rmSync(join(folder, 'generation_config.json'), { force: true });
      writeFileSync(join(folder, 'generation_config.json'), '{"decoder_start_token_id":1,"eos_token_id":2}');
      await expect(opened()).rejects.toThrow(/no multilingual Whisper model/);
    });
  });
});
