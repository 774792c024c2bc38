/** Compares two lyrics with each other, without a database: `contrafact lyrics compare A B`. */
import { featureBuckets } from '../../text/ngrams.js';
import { comparePhonetics, type PhoneticComparison } from '../../text/phonetics/compare.js';
import { segmentLyrics, validateLyrics } from '../../text/segment-lyrics.js';
import { ComputeError } from '../analysis.js';
import { defaultEncoderId, lyricEngine } from './engine.js';
import { createLineSimilarity } from './matching/line-similarity.js';
import { encodeQuery } from './matching/query.js';
import { informationWeight } from './matching/scoring.js';
import { similarParts } from './matching/similar-parts.js';
import { reduceMatrix, scoreSong } from './matching/song-match.js';

export interface LyricComparison {
  readonly combined_score: number;
  readonly paragraph_score: number;
  readonly sentence_score: number;
  /** What the best pair of lines is as evidence: little where it says little. */
  readonly line_evidence: number;
  readonly similar_parts: { query_sentence: string; target_sentence: string; similarity: number }[];
  readonly phonetic: PhoneticComparison;
  readonly encoder: string;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * The scores that `target` would have as the only song of a database, and how the two sound together. No line is
 * known to be common here, so stock phrases count by their information alone.
 * Throws ComputeError('bad-input') with the reason where a lyric cannot be compared.
 */
export async function compareLyrics(
  query: string,
  target: string,
  modelsDir: string,
  encoderId = defaultEncoderId,
): Promise<LyricComparison> {
  for (const text of [query, target]) {
    const problem = validateLyrics(text);
    if (problem !== null) throw new ComputeError('bad-input', problem);
  }
  const engine = await lyricEngine(encoderId, modelsDir);
  const own = await encodeQuery(segmentLyrics(query).lines, engine);
  const other = await encodeQuery(segmentLyrics(target).lines, engine);
  const texts = other.lines.map((line) => line.text);
  const frequencies = new Float32Array(featureBuckets).fill(1);
  const matrices = createLineSimilarity(own, frequencies, engine.backgroundCosine).compare({
    ...other,
    texts,
  });
  const information = Uint8Array.from(other.information, (nats) => Math.min(255, Math.round(nats)));
  const weights = own.information.map(informationWeight);
  const commonness = new Float32Array(own.lines.length).fill(1);
  const scores = scoreSong(reduceMatrix(matrices, own.information, information), weights, commonness);
  return {
    combined_score: rounded(scores.combined),
    paragraph_score: rounded(scores.paragraph),
    sentence_score: rounded(scores.sentence),
    line_evidence: rounded(scores.lineEvidence),
    similar_parts: similarParts(own, texts, information, matrices.strong, commonness).map((part) => ({
      query_sentence: part.querySentence,
      target_sentence: part.targetSentence,
      similarity: rounded(part.similarity),
    })),
    phonetic: await comparePhonetics(query, target),
    encoder: engine.encoderKey,
  };
}
