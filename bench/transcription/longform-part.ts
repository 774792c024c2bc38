/**
 * Whole files, window by window, against OpenAI's own `transcribe` on the same weights (scripts/whisper-onnx/longform.py). Each
 * window begins where the reference began it, so that one difference does not move all the windows after it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recogniserFiles } from '../../src/analyses/lyric-transcription/installed-models.js';
import { wavSamples } from '../../src/analyses/lyric-transcription/test-support/wav-samples.js';
import { decode, prompt } from '../../src/analyses/lyric-transcription/whisper/decode.js';
import { WhisperLogMel } from '../../src/analyses/lyric-transcription/whisper/log-mel.js';
import { shareOf } from '../../src/analyses/lyric-transcription/whisper/sampling.js';
import { openSessions } from '../../src/analyses/lyric-transcription/whisper/sessions.js';
import {
  readWhisperSettings,
  type WhisperSettings,
} from '../../src/analyses/lyric-transcription/whisper/settings.js';
import { findModel, loadManifest } from '../../src/models/manifest.js';
import { loadTokenizer } from '../../src/models/tokenizer.js';
import { type ReferenceOptions, ratioOf } from './reference-part.js';

interface Attempt {
  readonly tokens: readonly number[];
  readonly mean_log_probability: number;
  readonly compression_ratio: number;
}

interface Window {
  /** Frames of 10 ms. */
  readonly seek: number;
  readonly frames: number;
  readonly attempts: readonly (Attempt & { readonly no_speech: number })[];
  /** From a log-mel of this window alone. */
  readonly alone: Attempt;
}

interface Expected {
  readonly language: string;
  readonly windows: readonly Window[];
  readonly suppressed: readonly number[];
  readonly suppressed_at_begin: readonly number[];
}

const frameSamples = 160;
const windowSamples = 480_000;
const framesPerTimestamp = 2;

export async function longformPart({
  reference,
  wav,
  modelsDir,
  recogniser,
}: ReferenceOptions): Promise<void> {
  const folder = join(modelsDir, recogniser);
  const names = existsSync(reference)
    ? readdirSync(reference)
        .filter((name) => name.endsWith('.json') && existsSync(join(wav, name.replace(/json$/, 'wav'))))
        .map((name) => name.slice(0, -5))
    : [];
  if (names.length === 0 || !existsSync(folder)) {
    console.log(
      '\n## Long-form windows: left out, name --reference DIR (longform.py), --wav DIR and a recogniser',
    );
    return;
  }
  const settings = await readWhisperSettings(folder);
  const { encoder, decoder } = recogniserFiles(findModel(loadManifest(), recogniser));
  const sessions = await openSessions(
    { encoder: join(folder, encoder), decoder: join(folder, decoder) },
    settings,
  );
  const front = await WhisperLogMel.create(settings.melBands);
  const tokenizer = await loadTokenizer(folder);
  const textOf = (tokens: readonly number[]): string =>
    tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  const same = new Map<string, { same: number; of: number }>();
  const count = (what: string, holds: boolean): void => {
    const counted = same.get(what) ?? { same: 0, of: 0 };
    same.set(what, { same: counted.same + (holds ? 1 : 0), of: counted.of + 1 });
  };
  let windows = 0;
  for (const name of names) {
    const expected = JSON.parse(readFileSync(join(reference, `${name}.json`), 'utf8')) as Expected;
    const samples = wavSamples(join(wav, `${name}.wav`));
    count(
      'files: list of suppressed text tokens',
      suppressedText(settings) === wantedText(expected, settings),
    );
    count(
      'files: tokens suppressed at the beginning',
      sorted(settings.suppressedAtBegin) === sorted(expected.suppressed_at_begin),
    );
    for (const [i, window] of expected.windows.entries()) {
      const at = window.seek * frameSamples;
      const states = await sessions.encode(front.compute(samples.subarray(at, at + windowSamples)));
      const start = await sessions.begin(states, settings.startToken);
      const prompted = await prompt(sessions, settings, states, start, [expected.language], true);
      const options = { withTimestamps: true, temperature: 0 };
      const { tokens, meanLogProbability, endedBy } = (
        await decode(sessions, settings, states, prompted, options)
      )[0]!;
      const isSame = (wanted: readonly number[]): boolean =>
        tokens.join() === (endedBy === 'loop' ? wanted.slice(0, tokens.length) : wanted).join();
      const greedy = window.attempts[0]!;
      count('windows: greedy tokens, log-mel of the window on both sides', isSame(window.alone.tokens));
      count("windows: greedy tokens, the reference's log-mel of the whole file", isSame(greedy.tokens));
      const ratio = ratioOf(textOf(tokens.filter((token) => token < settings.endToken)));
      const isUnsure = meanLogProbability < -1;
      const isSilent = isUnsure && shareOf(start.logits, settings.noSpeechToken) > 0.6;
      const falls = !isSilent && (endedBy === 'loop' || ratio > 2.4 || isUnsure);
      const skips = greedy.no_speech > 0.6 && greedy.mean_log_probability < -1;
      count('windows: called silent', isSilent === skips);
      count('windows: temperature raised', falls === window.attempts.length > 1);
      const next = expected.windows[i + 1]?.seek;
      if (next !== undefined && window.attempts.length === 1 && !skips) {
        const from = window.seek + framesTo(tokens, settings, window.frames);
        count('windows kept at temperature 0: where the next one begins', from === next);
      }
      windows++;
    }
    process.stderr.write(`\rcompared ${name}: ${windows} windows          `);
  }
  process.stderr.write('\n');
  front.dispose();
  console.log(
    `\n## Long-form windows: ${names.length} files, ${windows} windows, ${recogniser} in ${modelsDir}\n`,
  );
  console.log('| what | the same |\n| --- | --- |');
  for (const [what, counted] of same) console.log(`| ${what} | ${counted.same} of ${counted.of} |`);
}

/** How far the published `transcribe` moves on: to the last closed phrase, or past the window where nothing was left open. */
function framesTo(
  tokens: readonly number[],
  { firstTimestampToken }: WhisperSettings,
  frames: number,
): number {
  const isTime = (at: number): boolean => (tokens[at] ?? -1) >= firstTimestampToken;
  const endsInOne = isTime(tokens.length - 1) && !isTime(tokens.length - 2);
  const closings = tokens.map((_, i) => i).filter((i) => i > 0 && isTime(i) && isTime(i - 1));
  const last = closings.at(-1);
  if (endsInOne || last === undefined) return frames;
  return (tokens[last - 1]! - firstTimestampToken) * framesPerTimestamp;
}

const sorted = (tokens: readonly number[]): string => [...new Set(tokens)].sort((a, b) => a - b).join();
/** Special tokens are apart: the program forbids all of them but the end and the timestamps. */
const suppressedText = ({ suppressed, endToken }: WhisperSettings): string =>
  sorted(suppressed.filter((token) => token >= 0 && token < endToken));
const wantedText = ({ suppressed }: Expected, { endToken }: WhisperSettings): string =>
  sorted(suppressed.filter((token) => token < endToken));
