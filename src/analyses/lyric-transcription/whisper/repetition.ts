/** Finds a decoder that is caught in a loop. */

const longestPeriod = 24;
const minRepeats = 4;
/** A refrain of one syllable may well come this often: "la la la la la la". */
const minTokens = 16;

/**
 * Length of the repeating unit when `tokens` end in it at least four times over at least 16 tokens, else 0.
 * Timestamps should be left out, since they differ from round to round.
 */
export function loopPeriod(tokens: readonly number[]): number {
  const end = tokens.length;
  for (let period = 1; period <= longestPeriod; period++) {
    const needed = Math.max(minTokens, period * minRepeats);
    if (needed > end) break;
    let same = 0;
    while (same + period < end && tokens[end - 1 - same] === tokens[end - 1 - same - period]) same++;
    if (same + period >= needed) return period;
  }
  return 0;
}

/** The tokens with all but two rounds of the closing loop cut off. */
export function withoutLoop(tokens: readonly number[]): readonly number[] {
  const period = loopPeriod(tokens);
  if (period === 0) return tokens;
  let from = tokens.length - period;
  while (from > 0 && tokens[from - 1] === tokens[from - 1 + period]) from--;
  return tokens.slice(0, Math.min(tokens.length, from + 2 * period));
}
