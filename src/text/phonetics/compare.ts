/** Lines of similar sound, rhymes and rhyme chains of two lyrics; never part of the scores of meaning. */
import { rounded } from '../../numbers/rounded.js';
import { segmentLyrics } from '../segment-lyrics.js';
import { loadEnglishDictionary } from './english.js';
import { phonemeSimilarity } from './phonemes.js';
import { type PronouncedLine, pronounce } from './pronounce.js';
import { rhymeDensity, rhymeScheme, sharedRhymeChains } from './rhymes.js';

const maxLines = 200;
const maxPairs = 3;
/** Two unrelated lines of one language reach about 0.45. */
const shownSimilarity = 0.6;
const minPhonemes = 4;

export interface RhymeFacts {
  /** One letter a line, in the lyric's order, refrains once. */
  readonly scheme: string;
  /** Mean syllables of the longest rhyme ending in each word. */
  readonly density: number;
}

export interface PhoneticComparison {
  /** The best pair of similar sound, 0 … 1; 0 where no line's sounds are known. */
  readonly max_similarity: number;
  readonly sound_alike_parts: { query_sentence: string; target_sentence: string; similarity: number }[];
  readonly query_rhyme: RhymeFacts;
  readonly target_rhyme: RhymeFacts;
  readonly shared_rhyme_chains: { query_sentences: string[]; target_sentences: string[] }[];
}

/** Compares how two lyrics sound. Lines beyond the first 200 are left out. */
export async function comparePhonetics(query: string, target: string): Promise<PhoneticComparison> {
  const dictionary = await loadEnglishDictionary();
  const read = (lyrics: string): PronouncedLine[] =>
    segmentLyrics(lyrics)
      .lines.slice(0, maxLines)
      .map((line) => pronounce(line.text, dictionary));
  const [a, b] = [read(query), read(target)];
  const pairs = bestPairs(a, b);
  return {
    max_similarity: rounded(pairs[0]?.similarity ?? 0),
    sound_alike_parts: pairs
      .filter((pair) => pair.similarity >= shownSimilarity)
      .map(({ row, column, similarity }) => ({
        query_sentence: a[row]!.text,
        target_sentence: b[column]!.text,
        similarity: rounded(similarity),
      })),
    query_rhyme: rhymeFacts(a),
    target_rhyme: rhymeFacts(b),
    shared_rhyme_chains: sharedRhymeChains(a, b).map(({ queryStart, targetStart, lines }) => ({
      query_sentences: a.slice(queryStart, queryStart + lines).map((line) => line.text),
      target_sentences: b.slice(targetStart, targetStart + lines).map((line) => line.text),
    })),
  };
}

function rhymeFacts(lines: readonly PronouncedLine[]): RhymeFacts {
  return { scheme: rhymeScheme(lines), density: rounded(rhymeDensity(lines)) };
}

function bestPairs(a: readonly PronouncedLine[], b: readonly PronouncedLine[]) {
  const [soundsA, soundsB] = [a, b].map((lines) => lines.map((line) => line.sounds.join('')));
  const pairs: { row: number; column: number; similarity: number }[] = [];
  // Below what is shown only the best pair is asked for.
  let least = 0;
  soundsA!.forEach((own, row) => {
    if (own.length < minPhonemes) return;
    soundsB!.forEach((other, column) => {
      // Lengths that differ by half cannot sound similar: saves most of the work.
      if (
        other.length < minPhonemes ||
        Math.min(own.length, other.length) * 2 < Math.max(own.length, other.length)
      )
        return;
      const similarity = phonemeSimilarity(own, other, least);
      if (similarity < least) return;
      pairs.push({ row, column, similarity });
      least = Math.min(shownSimilarity, Math.max(least, similarity));
    });
  });
  pairs.sort((x, y) => y.similarity - x.similarity);
  const chosen: typeof pairs = [];
  for (const pair of pairs) {
    if (chosen.some((other) => other.row === pair.row || other.column === pair.column)) continue;
    chosen.push(pair);
    if (chosen.length === maxPairs) break;
  }
  return chosen;
}
