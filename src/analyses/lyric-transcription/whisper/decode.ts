/** Decodes windows at one temperature, several of them in step. */

import type { Tensor } from 'onnxruntime-node';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { DecoderState } from './decoder-state.js';
import { loopPeriod } from './repetition.js';
import { pickToken } from './sampling.js';
import type { WhisperSessions } from './sessions.js';
import type { WhisperSettings } from './settings.js';
import { applyTokenRules } from './token-rules.js';

export interface DecodeOptions {
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

/**
 * The state after the prompt's words; `start` is the state after the start token. `languages` are ISO 639-1, one a
 * window. Throws for one that the model does not know.
 */
export async function prompt(
  sessions: WhisperSessions,
  settings: WhisperSettings,
  states: Tensor,
  start: DecoderState,
  languages: readonly string[],
  withTimestamps: boolean,
): Promise<DecoderState> {
  const spoken = languages.map((language) => {
    const token = settings.languages.get(language);
    if (token === undefined) throw new Error(`The recogniser knows no language "${language}".`);
    return token;
  });
  const same = (token: number): number[] => languages.map(() => token);
  let state = await sessions.advance(states, start, spoken);
  state = await sessions.advance(states, state, same(settings.transcribeToken));
  return withTimestamps ? state : sessions.advance(states, state, same(settings.noTimestampsToken));
}

/** A window on its way. */
interface Running {
  readonly window: number;
  readonly tokens: number[];
  readonly words: number[];
  readonly random: () => number;
  sum: number;
}

/**
 * Goes on from the state after the prompt until each window has come to its end, a loop, or half of the decoder's
 * positions. A window that has ended leaves the batch, so that the others do not pay for it.
 */
export async function decode(
  sessions: WhisperSessions,
  settings: WhisperSettings,
  states: Tensor,
  prompted: DecoderState,
  { withTimestamps, temperature }: DecodeOptions,
): Promise<Decoded[]> {
  const { vocabularySize, endToken, firstTimestampToken } = settings;
  const limit = Math.min(settings.maxTokens >> 1, settings.maxTokens - prompted.length);
  const done: Decoded[] = [];
  let running: Running[] = Array.from({ length: states.dims[0]! }, (_, window) => ({
    window,
    tokens: [],
    words: [],
    random: seededRandom(Math.round(temperature * 10) + 1),
    sum: 0,
  }));
  let batch = { states, state: prompted };
  const logits = new Float32Array(vocabularySize);
  const finish = ({ window, tokens, sum }: Running, endedBy: Decoded['endedBy']): void => {
    done[window] = { tokens, meanLogProbability: sum / (tokens.length + 1), endedBy };
  };
  for (let step = 0; running.length > 0; step++) {
    if (step === limit) {
      for (const one of running) finish(one, 'length');
      break;
    }
    const going: number[] = [];
    for (const [row, one] of running.entries()) {
      logits.set(batch.state.logits.subarray(row * vocabularySize, (row + 1) * vocabularySize));
      applyTokenRules(logits, one.tokens, settings, withTimestamps);
      const { token, logProbability } = pickToken(logits, temperature, one.random);
      one.sum += logProbability;
      if (token === endToken) {
        finish(one, 'end');
        continue;
      }
      one.tokens.push(token);
      if (token < firstTimestampToken) {
        one.words.push(token);
        if (loopPeriod(one.words) > 0) {
          finish(one, 'loop');
          continue;
        }
      }
      going.push(row);
    }
    if (going.length === 0) break;
    batch = sessions.pick(batch.states, batch.state, going);
    running = going.map((row) => running[row]!);
    const next = running.map(({ tokens }) => tokens.at(-1)!);
    batch = { states: batch.states, state: await sessions.advance(batch.states, batch.state, next) };
  }
  return done;
}
