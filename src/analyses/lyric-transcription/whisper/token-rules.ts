/**
 * Which tokens may come next (Radford et al. 2022, section 4.5, and the rules published with the model): no
 * special tokens in the text, timestamps in pairs that never run backwards, the first one near the start, and a
 * timestamp wherever timestamps together are likelier than any word.
 */
import type { WhisperSettings } from './settings.js';

const never = Number.NEGATIVE_INFINITY;

/** Changes `logits` in place. `tokens` are those after the prompt. */
export function applyTokenRules(
  logits: Float32Array,
  tokens: readonly number[],
  settings: WhisperSettings,
  withTimestamps: boolean,
): void {
  const { endToken, firstTimestampToken: firstTime, startToken } = settings;
  for (const token of settings.suppressed) if (token >= 0) logits[token] = never;
  // Special tokens stand from the start token to the first timestamp.
  for (let token = startToken; token < firstTime; token++) if (token !== endToken) logits[token] = never;
  if (tokens.length === 0) for (const token of settings.suppressedAtBegin) logits[token] = never;
  if (!withTimestamps) {
    logits.fill(never, firstTime);
    return;
  }
  const last = tokens.at(-1);
  const isTime = (token: number | undefined): boolean => token !== undefined && token >= firstTime;
  if (tokens.length === 0) {
    logits.fill(never, 0, firstTime);
    logits.fill(never, firstTime + settings.maxInitialTimestampIndex + 1);
    return;
  }
  if (isTime(last)) {
    const isOpening = tokens.length < 2 || isTime(tokens.at(-2));
    if (isOpening) {
      // A segment was opened: words (or the end) must follow.
      logits.fill(never, firstTime);
    } else {
      // A segment was closed: the next one opens, or all is said.
      logits.fill(never, 0, Math.min(endToken, firstTime));
    }
  }
  let latest = -1;
  for (const token of tokens) if (token >= firstTime) latest = token;
  if (latest >= 0) {
    const isClosing = isTime(last) && !(tokens.length < 2 || isTime(tokens.at(-2)));
    // Words between two times take time, so that a closing time lies after the opening one.
    logits.fill(never, firstTime, isClosing ? latest : latest + 1);
  }
  preferTimestamps(logits, firstTime);
}

function preferTimestamps(logits: Float32Array, firstTime: number): void {
  let highest = never;
  for (let i = 0; i < logits.length; i++) if (logits[i]! > highest) highest = logits[i]!;
  let times = 0;
  for (let i = firstTime; i < logits.length; i++) times += Math.exp(logits[i]! - highest);
  let word = never;
  for (let i = 0; i < firstTime; i++) if (logits[i]! > word) word = logits[i]!;
  if (times > Math.exp(word - highest)) logits.fill(never, 0, firstTime);
}
