/** Decodes one window at one temperature. */
import type { Tensor } from 'onnxruntime-node';
import { loopPeriod } from './repetition.js';
import { pickToken, seededRandom } from './sampling.js';
import type { DecoderState, WhisperSessions } from './sessions.js';
import type { WhisperSettings } from './settings.js';
import { applyTokenRules } from './token-rules.js';

export interface DecodeOptions {
  /** ISO 639-1; must be one of the model's. */
  readonly language: string;
  readonly withTimestamps: boolean;
  readonly temperature: number;
}

export interface Decoded {
  /** Text and timestamp tokens, without prompt and end. */
  readonly tokens: readonly number[];
  /** Mean over the tokens and the end, natural logarithm. */
  readonly meanLogProbability: number;
  readonly endedBy: 'end' | 'length' | 'loop';
}

/** The state after the prompt's words; `start` is the state after the start token. */
export async function prompt(
  sessions: WhisperSessions,
  settings: WhisperSettings,
  states: Tensor,
  start: DecoderState,
  { language, withTimestamps }: Pick<DecodeOptions, 'language' | 'withTimestamps'>,
): Promise<DecoderState> {
  const languageToken = settings.languages.get(language);
  if (languageToken === undefined) throw new Error(`The recogniser knows no language "${language}".`);
  const words = [languageToken, settings.transcribeToken];
  if (!withTimestamps) words.push(settings.noTimestampsToken);
  let state = start;
  for (const word of words) state = await sessions.advance(states, state, word);
  return state;
}

/** Goes on from the state after the prompt until the end, a loop, or half of the decoder's positions. */
export async function decode(
  sessions: WhisperSessions,
  settings: WhisperSettings,
  states: Tensor,
  prompted: DecoderState,
  { withTimestamps, temperature }: DecodeOptions,
): Promise<Decoded> {
  const random = seededRandom(Math.round(temperature * 10) + 1);
  const limit = Math.min(settings.maxTokens >> 1, settings.maxTokens - prompted.length);
  const tokens: number[] = [];
  const words: number[] = [];
  let sum = 0;
  let state = prompted;
  const logits = new Float32Array(settings.vocabularySize);
  const finish = (endedBy: Decoded['endedBy']): Decoded => ({
    tokens,
    meanLogProbability: sum / (tokens.length + 1),
    endedBy,
  });
  while (tokens.length < limit) {
    logits.set(state.logits);
    applyTokenRules(logits, tokens, settings, withTimestamps);
    const { token, logProbability } = pickToken(logits, temperature, random);
    sum += logProbability;
    if (token === settings.endToken) return finish('end');
    tokens.push(token);
    if (token < settings.firstTimestampToken) {
      words.push(token);
      if (loopPeriod(words) > 0) return finish('loop');
    }
    state = await sessions.advance(states, state, token);
  }
  return finish('length');
}
