/**
 * A Whisper recogniser over windows of at most 30 s: which language, is there speech, and what is said, with
 * the published fallback: decode again at a higher temperature while the text compresses too well (it repeats
 * itself) or the mean log-probability is too low (Radford et al. 2022, section 4.5).
 */
import type { Tensor } from 'onnxruntime-node';
import { loadTokenizer } from '../../../models/tokenizer.js';
import { type Attempt, betterAttempt, fallbackTemperatures, judge, needsAnother } from './attempt.js';
import { decode, prompt } from './decode.js';
import type { DecoderState } from './decoder-state.js';
import { WhisperLogMel } from './log-mel.js';
import type { Phrase } from './phrases.js';
import { shareOf, shares } from './sampling.js';
import { openSessions, type WhisperSessions } from './sessions.js';
import { readWhisperSettings, type WhisperSettings } from './settings.js';
import { type TimedWord, timedWords, type WordAlignment } from './word-times.js';

/** A window that was encoded and looked at, ready to be decoded in any language. */
export interface HeardWindow {
  /** Probabilities of the model's languages among each other. */
  readonly languages: ReadonlyMap<string, number>;
  readonly noSpeech: number;
  readonly seconds: number;
}

export interface TimedPhrase {
  readonly text: string;
  /** Seconds from the start of the window. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Null where the decoder gives no attentions to derive them from. */
  readonly words: readonly TimedWord[] | null;
}

/** Windows that were heard together and can be decoded together. */
export interface HeardWindows {
  readonly windows: readonly HeardWindow[];
  readonly states: Tensor;
  readonly start: DecoderState;
}

export interface Transcript {
  readonly phrases: readonly TimedPhrase[];
  readonly text: string;
  readonly meanLogProbability: number;
  readonly compressionRatio: number;
  readonly temperature: number;
  /** The model says that nothing was said, and was not sure of any text either. */
  readonly isSilent: boolean;
  /** Where decoding stopped early: seconds from the window's start, else null. */
  readonly unfinishedFrom: number | null;
}

export interface WhisperRecogniser {
  readonly languages: readonly string[];
  /** This many windows are decoded together with profit and within memory. */
  readonly batchWindows: number;
  /** Each: mono samples at 16 kHz, at most 30 s. */
  hear(windows: readonly Float32Array[]): Promise<HeardWindows>;
  /** One language a window. */
  transcribe(
    heard: HeardWindows,
    languages: readonly string[],
    withTimestamps: boolean,
  ): Promise<Transcript[]>;
  /** Whether times of words can be derived. */
  readonly alignsWords: boolean;
  /** Times of the words of known lines, sung in one window in this order. Throws where `alignsWords` is false. */
  align(samples: Float32Array, language: string, lines: readonly string[]): Promise<TimedWord[][]>;
}

export interface RecogniserFiles {
  readonly folder: string;
  /** Paths inside the folder. */
  readonly encoder: string;
  readonly decoder: string;
}

/** Opens a model in the hub's layout. Throws an error that names the file at fault. */
export async function openRecogniser(files: RecogniserFiles, threads = 1): Promise<WhisperRecogniser> {
  const { folder } = files;
  const settings = await readWhisperSettings(folder);
  const tokenizer = await loadTokenizer(folder).catch((error: Error) => {
    throw new Error(`The tokenizer in ${folder} cannot be read (${error.message}).`);
  });
  const paths = { encoder: `${folder}/${files.encoder}`, decoder: `${folder}/${files.decoder}` };
  const sessions = await openSessions(paths, settings, threads);
  const front = await WhisperLogMel.create(settings.melBands);
  const names = [...settings.languages.keys()];
  const ids = [...settings.languages.values()];
  const decodeText = (tokens: readonly number[]): string =>
    tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  const { attend } = sessions;
  const alignment: WordAlignment | null = attend && { attend, settings, decode: decodeText };
  return {
    languages: names,
    batchWindows: Math.max(1, Math.min(maxWindows, Math.floor(batchBytes / bytesPerWindow(settings)))),
    async hear(windows) {
      // The encoder fills the processor with one window; the decoder does not, and takes them together.
      const encoded: Tensor[] = [];
      for (const samples of windows) encoded.push(await sessions.encode(front.compute(samples)));
      const states = sessions.join(encoded);
      const start = await sessions.begin(states, settings.startToken);
      const size = settings.vocabularySize;
      return {
        states,
        start,
        windows: windows.map((samples, i) => {
          const logits = start.logits.subarray(i * size, (i + 1) * size);
          const probabilities = shares(logits, ids);
          if (probabilities.some(Number.isNaN)) {
            throw new Error(`The recogniser in ${folder} gave no usable numbers: its files are damaged.`);
          }
          return {
            languages: new Map(names.map((name, k) => [name, probabilities[k]!])),
            noSpeech: shareOf(logits, settings.noSpeechToken),
            seconds: samples.length / 16_000,
          };
        }),
      };
    },
    transcribe: (heard, languages, withTimestamps) =>
      withFallback(sessions, settings, heard, languages, withTimestamps, { decodeText, alignment }),
    alignsWords: alignment !== null,
    async align(samples, language, lines) {
      if (alignment === null) throw new Error(`The recogniser in ${folder} gives no times of words.`);
      const states = await sessions.encode(front.compute(samples));
      const texts = lines.map((line) => tokenizer.encode(` ${line}`, { add_special_tokens: false }).ids);
      return timedWords(alignment, states, language, texts, samples.length / 16_000);
    },
  };
}

/** More windows together bring little, and wait for the longest of them. */
const maxWindows = 8;
const batchBytes = 256e6;

/** States, cross-attention and self-attention that one window keeps while it is decoded. */
function bytesPerWindow({ dimensions, layers, maxTokens }: WhisperSettings): number {
  return 4 * dimensions * (1500 + 2 * layers * (1500 + maxTokens));
}

interface TextTools {
  /** Keeps leading spaces. */
  decodeText(tokens: readonly number[]): string;
  readonly alignment: WordAlignment | null;
}

async function withFallback(
  sessions: WhisperSessions,
  settings: WhisperSettings,
  heard: HeardWindows,
  languages: readonly string[],
  withTimestamps: boolean,
  text: TextTools,
): Promise<Transcript[]> {
  const { windows, states, start } = heard;
  const prompted = await prompt(sessions, settings, states, start, languages, withTimestamps);
  const attempts: Attempt[] = [];
  let open = windows.map((_, window) => window);
  for (const temperature of fallbackTemperatures) {
    const batch = sessions.pick(states, prompted, open);
    const options = { withTimestamps, temperature };
    const decoded = await decode(sessions, settings, batch.states, batch.state, options);
    open = open.filter((window, i) => {
      const attempt = judge(decoded[i]!, settings, windows[window]!, temperature, text.decodeText);
      attempts[window] = betterAttempt(attempts[window], attempt);
      return needsAnother(attempt);
    });
    if (open.length === 0) break;
  }
  const finished: Transcript[] = [];
  for (const [window, { phrases, repeats: _, ...transcript }] of attempts.entries()) {
    const words = await wordsOf(window, phrases);
    const timed = phrases.map(({ tokens: _tokens, ...phrase }, i) => ({
      ...phrase,
      words: words?.[i] ?? null,
    }));
    finished.push({ ...transcript, phrases: timed });
  }
  return finished;

  async function wordsOf(window: number, phrases: readonly Phrase[]): Promise<TimedWord[][] | null> {
    if (text.alignment === null || phrases.length === 0) return null;
    const { states: own } = sessions.pick(states, start, [window]);
    const runs = phrases.map(({ tokens }) => tokens);
    return timedWords(text.alignment, own, languages[window]!, runs, windows[window]!.seconds);
  }
}
