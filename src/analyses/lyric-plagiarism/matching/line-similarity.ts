/** Similarity of every line of the query with every line of one song: the better of meaning and wording. */
import { featureBuckets, lineFeatures } from '../../../text/ngrams.js';
import { normaliseLine } from '../../../text/normalise-line.js';
import { simhashBytes } from '../../../text/simhash.js';
import { createDotProducts } from '../simd/dot-products.js';
import type { LyricQuery } from './query.js';
import { aboveBackground, informationWeight, lexicalBackground, weakBackground } from './scoring.js';
import { centre, windowCosines, windowLines, windowSizes } from './windows.js';

/** Inverse document frequencies of the feature buckets over the lines of the searched index. */
export function inverseFrequencies(counts: Iterable<Uint32Array>, lines: number): Float32Array {
  const totals = new Uint32Array(featureBuckets);
  for (const pairs of counts) {
    for (let i = 0; i < pairs.length; i += 2) totals[pairs[i]!]! += pairs[i + 1]!;
  }
  return Float32Array.from(totals, (total) => Math.log((lines + 2) / (total + 1)) + 0.1);
}

/**
 * Two lines whose simhashes differ in more bits than this are not compared letter by letter: at 128 bits it
 * stands for a cosine of 0.43, and one unrelated pair in 1,500 gets through.
 */
const comparedDistance = 46;

/** One song's lines. */
export interface SongLines {
  /** Nats a line. */
  readonly information: ArrayLike<number>;
  readonly vectors: Int8Array;
  /** Simhashes, 16 bytes a line, not interleaved. */
  readonly lexicalCodes: Uint8Array;
  readonly texts: readonly string[];
}

/** Row-major query lines × song lines, 0 … 1. Valid until the next comparison. */
export interface LineMatrices {
  /** Above the encoder's background: evidence for a pair by itself. */
  readonly strong: Float32Array;
  /**
   * Evidence only where many pairs agree, for a path through both lyrics: the lines above a weak background, and,
   * centred, the lines, couplets and quatrains (windows.ts). As many as `pathShares` of scoring.ts.
   */
  readonly paths: readonly Float32Array[];
}

/** What two centred lines, couplets and quatrains share by chance … */
const centredBackgrounds = [0, 0.05, 0.05];
/** … with an encoder whose cosines have this range above its background: those of others are stretched to it. */
const measuredRange = 0.65;

export interface LineSimilarity {
  compare(song: SongLines): LineMatrices;
}

const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
});

export function createLineSimilarity(
  query: LyricQuery,
  frequencies: Float32Array,
  background: number,
): LineSimilarity {
  const rows = query.lines.length;
  const { dimensions } = query;
  const queryNorms = norms(query.vectors, dimensions);
  const dots = createDotProducts(query.vectors, dimensions);
  const lexicalNorms = query.features.map((features) => lexicalNorm(features, frequencies));
  const holders = new Map<number, number[]>();
  query.features.forEach((features, row) => {
    for (const feature of features) {
      const list = holders.get(feature);
      if (list) list.push(row);
      else holders.set(feature, [row]);
    }
  });
  const shared = new Float32Array(rows);
  const weakFrom = weakBackground(background);
  const stretch = measuredRange / (1 - background);
  const queryWindows = windowLines(
    query.vectors,
    queryNorms,
    dimensions,
    query.information.map(informationWeight),
  );
  let strong = new Float32Array(0);
  let weak = new Float32Array(0);
  let cosines = new Float32Array(0);
  let windows = new Float32Array(0);
  let centred: Float32Array[] = [];

  function addLexical(text: string, column: number, columns: number): void {
    const features = lineFeatures(normaliseLine(text));
    const norm = lexicalNorm(features, frequencies);
    shared.fill(0);
    for (const feature of features) {
      const list = holders.get(feature);
      if (!list) continue;
      const weight = frequencies[feature]! ** 2;
      for (const row of list) shared[row]! += weight;
    }
    for (let row = 0; row < rows; row++) {
      if (shared[row] === 0) continue;
      const s = aboveBackground(shared[row]! / (norm * lexicalNorms[row]!), lexicalBackground);
      const at = row * columns + column;
      if (s > strong[at]!) strong[at] = s;
      if (s > weak[at]!) weak[at] = s;
    }
  }

  function resemblesAny(codes: Uint8Array, column: number): boolean {
    for (let row = 0; row < rows; row++) {
      let distance = 0;
      for (let byte = 0; byte < simhashBytes; byte++) {
        distance +=
          bitsOfByte[codes[column * simhashBytes + byte]! ^ query.lexicalCodes[row * simhashBytes + byte]!]!;
      }
      if (distance <= comparedDistance) return true;
    }
    return false;
  }

  return {
    compare({ vectors, lexicalCodes, texts, information }) {
      const columns = texts.length;
      if (strong.length < rows * columns) {
        strong = new Float32Array(rows * columns);
        weak = new Float32Array(rows * columns);
        cosines = new Float32Array(rows * columns);
        windows = new Float32Array(rows * columns);
        centred = centredBackgrounds.map(() => new Float32Array(rows * columns));
      }
      const targetNorms = norms(vectors, dimensions);
      const products = dots.with(vectors);
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const scale = queryNorms[row]! * targetNorms[column]!;
          const cosine = scale === 0 ? 0 : products[row * columns + column]! / scale;
          cosines[row * columns + column] = cosine;
          strong[row * columns + column] = aboveBackground(cosine, background);
          weak[row * columns + column] = aboveBackground(cosine, weakFrom);
        }
      }
      for (let column = 0; column < columns; column++) {
        if (resemblesAny(lexicalCodes, column)) addLexical(texts[column]!, column, columns);
      }
      const weights = Float32Array.from(information, informationWeight);
      const targetWindows = windowLines(vectors, targetNorms, dimensions, weights);
      centre(cosines, rows, columns, stretch, centredBackgrounds[0]!, centred[0]!);
      for (let size = 0; size < windowSizes.length; size++) {
        windowCosines(cosines, queryWindows, targetWindows, size, windows);
        centre(windows, rows, columns, stretch, centredBackgrounds[size + 1]!, centred[size + 1]!);
      }
      return { strong, paths: [weak, ...centred] };
    },
  };
}

function dot(a: Int8Array, aAt: number, b: Int8Array, bAt: number, length: number): number {
  let sum = 0;
  for (let d = 0; d < length; d++) sum += a[aAt + d]! * b[bAt + d]!;
  return sum;
}

function norms(vectors: Int8Array, dimensions: number): Float32Array {
  const out = new Float32Array(vectors.length / dimensions);
  for (let row = 0; row < out.length; row++) {
    out[row] = Math.sqrt(dot(vectors, row * dimensions, vectors, row * dimensions, dimensions));
  }
  return out;
}

function lexicalNorm(features: Uint16Array, frequencies: Float32Array): number {
  let energy = 0;
  for (const feature of features) energy += frequencies[feature]! ** 2;
  return Math.sqrt(energy) || 1;
}
