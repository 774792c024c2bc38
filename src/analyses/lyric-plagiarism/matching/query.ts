/** The submitted lyric as the search needs it. */
import { lineFeatures } from '../../../text/ngrams.js';
import type { LyricLine } from '../../../text/segment-lyrics.js';
import { simhashBytes, writeSimhash } from '../../../text/simhash.js';
import type { LyricEngine } from '../engine.js';
import { quantiseVectors, semanticCodeBytes, writeSemanticCode } from '../index/quantise.js';

export interface LyricQuery {
  readonly lines: readonly LyricLine[];
  readonly dimensions: number;
  readonly vectors: Int8Array;
  /** By line: 1 where the encoder knows any of its words, else its vector is zero and says nothing. */
  readonly known: Uint8Array;
  readonly semanticCodes: Uint8Array;
  readonly semanticCodeBytes: number;
  readonly lexicalCodes: Uint8Array;
  readonly features: readonly Uint16Array[];
  /** Nats a line; see word-information.ts. */
  readonly information: Float32Array;
}

export async function encodeQuery(lines: readonly LyricLine[], engine: LyricEngine): Promise<LyricQuery> {
  const { dimensions } = engine.encoder;
  const codeBytes = semanticCodeBytes(dimensions);
  const vectors = await engine.encoder.encode(lines.map((line) => line.text));
  const semanticCodes = new Uint8Array(lines.length * codeBytes);
  const lexicalCodes = new Uint8Array(lines.length * simhashBytes);
  const features = lines.map((line) => lineFeatures(line.normalised));
  for (let line = 0; line < lines.length; line++) {
    writeSemanticCode(vectors, line * dimensions, dimensions, semanticCodes, line * codeBytes);
    writeSimhash(features[line]!, lexicalCodes, line * simhashBytes);
  }
  return {
    lines,
    dimensions,
    vectors: quantiseVectors(vectors, dimensions),
    known: Uint8Array.from(lines, (_, line) =>
      vectors.subarray(line * dimensions, (line + 1) * dimensions).some((value) => value !== 0) ? 1 : 0,
    ),
    semanticCodes,
    semanticCodeBytes: codeBytes,
    lexicalCodes,
    features,
    information: Float32Array.from(lines, (line) => engine.information(line.normalised)),
  };
}
