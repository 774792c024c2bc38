/** The recogniser against OpenAI's own implementation on the same weights and files (scripts/whisper-onnx/reference.py). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { recogniserFiles } from '../../src/analyses/lyric-transcription/installed-models.js';
import { wavSamples } from '../../src/analyses/lyric-transcription/test-support/wav-samples.js';
import { decode, prompt } from '../../src/analyses/lyric-transcription/whisper/decode.js';
import { WhisperLogMel } from '../../src/analyses/lyric-transcription/whisper/log-mel.js';
import { shareOf, shares } from '../../src/analyses/lyric-transcription/whisper/sampling.js';
import { openSessions } from '../../src/analyses/lyric-transcription/whisper/sessions.js';
import { readWhisperSettings } from '../../src/analyses/lyric-transcription/whisper/settings.js';
import { timedWords } from '../../src/analyses/lyric-transcription/whisper/word-times.js';
import { findModel, loadManifest } from '../../src/models/manifest.js';
import { loadTokenizer } from '../../src/models/tokenizer.js';

export interface ReferenceOptions {
  /** What reference.py wrote. */
  readonly reference: string;
  /** The files it read, NAME.wav. */
  readonly wav: string;
  readonly modelsDir: string;
  readonly recogniser: string;
}

interface Mode {
  readonly tokens: readonly number[];
  readonly mean_log_probability: number;
  readonly no_speech: number;
  readonly compression_ratio: number;
  readonly engine_tokens: readonly number[];
}

interface Expected {
  readonly language: string;
  readonly language_probabilities: Readonly<Record<string, number>>;
  readonly timestamps: Mode;
  readonly plain: Mode;
  readonly words: readonly { readonly word: string; readonly start: number }[];
}

export async function referencePart(options: ReferenceOptions): Promise<void> {
  const folder = join(options.modelsDir, options.recogniser);
  const names = existsSync(options.reference)
    ? readdirSync(options.reference)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
    : [];
  if (names.length === 0 || !existsSync(folder)) {
    console.log(
      '\n## Reference: left out, name --reference DIR, --wav DIR and a recogniser (scripts/whisper-onnx/README.md)',
    );
    return;
  }
  const settings = await readWhisperSettings(folder);
  const { encoder, decoder } = recogniserFiles(findModel(loadManifest(), options.recogniser));
  const sessions = await openSessions(
    { encoder: join(folder, encoder), decoder: join(folder, decoder) },
    settings,
  );
  const front = await WhisperLogMel.create(settings.melBands);
  const tokenizer = await loadTokenizer(folder);
  const decodeText = (tokens: readonly number[]): string =>
    tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  const most = new Map<string, number>();
  const same = new Map<string, number>();
  const starts: number[] = [];
  const record = (what: string, value: number): void =>
    void most.set(what, Math.max(most.get(what) ?? 0, value));
  const count = (what: string, holds: boolean): void =>
    void same.set(what, (same.get(what) ?? 0) + (holds ? 1 : 0));

  for (const name of names) {
    const expected = JSON.parse(readFileSync(join(options.reference, `${name}.json`), 'utf8')) as Expected;
    const { language } = expected;
    const samples = wavSamples(join(options.wav, `${name}.wav`));
    const floats = (kind: string): Float32Array => readFloats(join(options.reference, `${name}.${kind}.f32`));
    const mel = front.compute(samples);
    record('log-mel', difference(mel, floats('mel')));
    const states = await sessions.encode(mel);
    const start = await sessions.begin(states, settings.startToken);
    record('logits after the start token', difference(start.logits, floats('start')));
    const ids = [...settings.languages.values()];
    const codes = [...settings.languages.keys()];
    const probabilities = shares(start.logits, ids);
    const likeliest = codes[probabilities.indexOf(Math.max(...probabilities))]!;
    const theirs = Object.entries(expected.language_probabilities).sort((a, b) => b[1] - a[1])[0]![0];
    count('likeliest language', likeliest === theirs);
    record(
      'probability of a language',
      Math.max(
        ...codes.map((code, i) => Math.abs(probabilities[i]! - expected.language_probabilities[code]!)),
      ),
    );
    record(
      'probability of no speech',
      Math.abs(shareOf(start.logits, settings.noSpeechToken) - expected.plain.no_speech),
    );
    for (const kind of ['timestamps', 'plain'] as const) {
      const wanted = expected[kind];
      const withTimestamps = kind === 'timestamps';
      const prompted = await prompt(sessions, settings, states, start, [language], withTimestamps);
      if (withTimestamps)
        record('logits at the first free step', difference(prompted.logits, floats('first')));
      const [found] = await decode(sessions, settings, states, prompted, { withTimestamps, temperature: 0 });
      const { tokens, endedBy, meanLogProbability } = found!;
      const compared = endedBy === 'loop' ? wanted.tokens.slice(0, tokens.length) : wanted.tokens;
      const isSame = tokens.join() === compared.join();
      count(`greedy tokens, ${kind}`, isSame);
      count(
        `greedy tokens, ${kind}, reference against CTranslate2`,
        wanted.tokens.join() === wanted.engine_tokens.join(),
      );
      if (isSame && endedBy !== 'loop') {
        record('mean log-probability', Math.abs(meanLogProbability - wanted.mean_log_probability));
      }
      const ratio = ratioOf(decodeText(tokens.filter((token) => token < settings.endToken)));
      const falls = endedBy === 'loop' || ratio > 2.4 || meanLogProbability < -1;
      count(
        `temperature fallback, ${kind}`,
        falls === (wanted.compression_ratio > 2.4 || wanted.mean_log_probability < -1),
      );
    }
    const text = expected.timestamps.tokens.filter((token) => token < settings.endToken);
    if (sessions.attend && text.length > 0) {
      const tools = { attend: sessions.attend, settings, decode: decodeText };
      const [words] = await timedWords(tools, states, language, [text], samples.length / 16_000);
      count(
        'words, split the same way',
        words!.map(({ text: word }) => word).join('|') ===
          expected.words.map(({ word }) => word.trim()).join('|'),
      );
      if (words!.length === expected.words.length) {
        starts.push(
          ...words!.map(({ startSeconds }, i) => Math.abs(startSeconds - expected.words[i]!.start)),
        );
      }
    }
    process.stderr.write(`\rcompared ${name}                `);
  }
  process.stderr.write('\n');
  front.dispose();
  console.log(`\n## Reference: ${names.length} windows, ${options.recogniser} in ${options.modelsDir}\n`);
  console.log('| what | largest difference |\n| --- | --- |');
  for (const [what, value] of most) console.log(`| ${what} | ${value.toExponential(1)} |`);
  console.log('\n| what | the same |\n| --- | --- |');
  for (const [what, value] of same) console.log(`| ${what} | ${value} of ${names.length} |`);
  const sorted = starts.sort((a, b) => a - b);
  const within = sorted.filter((error) => error <= 0.021).length;
  console.log(
    `\nstarts of ${sorted.length} words: median difference ${(sorted[sorted.length >> 1] ?? 0).toFixed(3)} s, ` +
      `${within} within one frame (0.02 s)`,
  );
}

function readFloats(path: string): Float32Array {
  const file = readFileSync(path);
  return new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
}

function difference(found: Float32Array, expected: Float32Array): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  return found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0);
}

/** Bytes of UTF-8 over bytes after DEFLATE. */
export function ratioOf(text: string): number {
  const bytes = Buffer.from(text.trim());
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
