/**
 * How much each character says in a script without spaces (Japanese, Chinese, Thai). A character there is no word:
 * grammar such as "している" comes in one piece. So the run is cut into its most probable pieces (Viterbi over a unigram
 * vocabulary, Kudo 2018), and the nats of a piece are shared among its characters. Which writing it is says nothing anew with
 * every piece, so that a piece counts by its probability among those of its writing.
 */
import { isUnspaced, scriptOf } from './scripts.js';

/** `characters`: a run without spaces, one character or normalised cluster each. Nats of each. */
export type RunInformation = (characters: readonly string[]) => Float32Array;

type Writing = 'thai' | 'han and kana';

const writingOf = (piece: string): Writing =>
  scriptOf(piece.codePointAt(0)!) === 'thai' ? 'thai' : 'han and kana';

const isWithoutSpaces = (piece: string): boolean =>
  piece !== '' && [...piece].every((character) => isUnspaced(scriptOf(character.codePointAt(0)!)));

/**
 * `pieces` of a vocabulary, with the natural logarithms of their probabilities among all languages; those of scripts
 * without spaces count. ▁, which marks the beginning of a word, is left out of account. `unknownNats`: of a character
 * that no piece covers.
 */
export function createRunInformation(
  pieces: readonly (readonly [string, number])[],
  unknownNats: number,
): RunInformation {
  const probabilities = new Map<string, number>();
  const masses: Record<Writing, number> = { thai: 0, 'han and kana': 0 };
  for (const [written, logProbability] of pieces) {
    const piece = written.replace(/^▁/u, '');
    if (!isWithoutSpaces(piece)) continue;
    const probability = Math.exp(logProbability);
    probabilities.set(piece, (probabilities.get(piece) ?? 0) + probability);
    masses[writingOf(piece)] += probability;
  }
  const natsOf = new Map<string, number>();
  let [longest, rarest] = [1, unknownNats];
  for (const [piece, probability] of probabilities) {
    const nats = Math.log(masses[writingOf(piece)] / probability);
    natsOf.set(piece, nats);
    longest = Math.max(longest, [...piece].length);
    rarest = Math.max(rarest, nats);
  }
  // A path takes an unknown character only where no piece covers it.
  const unknownCost = 2 * rarest;

  return (characters) => {
    const count = characters.length;
    const cost = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(count + 1);
    cost[0] = 0;
    for (let start = 0; start < count; start++) {
      let piece = '';
      for (let end = start + 1; end <= Math.min(count, start + longest); end++) {
        piece += characters[end - 1]!;
        const nats = natsOf.get(piece) ?? (end === start + 1 ? unknownCost : Number.POSITIVE_INFINITY);
        if (cost[start]! + nats < cost[end]!) {
          cost[end] = cost[start]! + nats;
          from[end] = start;
        }
      }
    }
    const shares = new Float32Array(count);
    for (let end = count; end > 0; end = from[end]!) {
      const start = from[end]!;
      const nats = natsOf.get(characters.slice(start, end).join('')) ?? unknownNats;
      shares.fill(nats / (end - start), start, end);
    }
    return shares;
  };
}
