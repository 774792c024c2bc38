/** What two lyrics have in common by meaning: cosines of their phrases, and paths through them in order. */
import { createDotProducts } from '../simd/dot-products.js';
import { heaviestPath } from './in-order.js';
import type { QueryPhrases } from './query.js';
import { aboveBackground, informationWeight, pathShares, weakBackground } from './scoring.js';
import { centre, oneAfterAnother, windowCosines, windowPhrases, windowSizes } from './windows.js';

/** One song's phrases. */
export interface SongPhrases {
  readonly vectors: Int8Array;
  readonly nats: Float32Array;
}

export interface Meaning {
  /** Share of both lyrics on the heaviest path in order, 0 … 1. */
  readonly inOrder: number;
  /** The same through the song from its end: what chance reaches here. */
  readonly reversed: number;
  /** The mean of the three best pairs of phrases, each with partners of its own: similarity × weight. */
  readonly bestPairs: number;
}

const total = (weights: Float32Array): number => weights.reduce((sum, weight) => sum + weight, 0);

export interface MeaningFinder {
  measure(song: SongPhrases): Meaning;
  /** A first look: the share in order by single phrases only, without windows and without the reversed path. */
  lookAt(song: SongPhrases): number;
  /** Row-major similarity above the encoder's background: phrases of the lyric × phrases of the song. */
  similarities(song: SongPhrases): Float32Array;
}

/** What two centred phrases, couplets and quatrains share by chance … */
const centredBackgrounds = [0, 0.05, 0.05];
/** … with an encoder whose cosines have this range above its background: those of others are stretched to it. */
const measuredRange = 0.65;
/** A lyric that says less than one full phrase is measured as if it said that much. */
const minWeight = 1;
const countedPairs = 3;

export function createMeaning(
  { vectors: own, nats: ownNats, next, cuts }: QueryPhrases,
  dimensions: number,
  background: number,
): MeaningFinder {
  const weakFrom = weakBackground(background);
  const stretch = measuredRange / (1 - background);
  const rows = ownNats.length;
  const ownNorms = norms(own, dimensions);
  const rowWeights = ownNats.map(informationWeight);
  const rowTotal = total(rowWeights) / cuts;
  const windows = windowPhrases(own, ownNorms, dimensions, rowWeights, next);
  const dots = createDotProducts(own, dimensions);
  let cosines = new Float32Array(0);
  let work = new Float32Array(0);
  let path = new Float32Array(0);

  function setCosines(vectors: Int8Array, targetNorms: Float32Array): void {
    const columns = targetNorms.length;
    if (cosines.length < rows * columns) {
      cosines = new Float32Array(rows * columns);
      work = new Float32Array(rows * columns);
      path = new Float32Array(rows * columns);
    }
    const products = dots.with(vectors);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const scale = ownNorms[row]! * targetNorms[column]!;
        cosines[row * columns + column] = scale === 0 ? 0 : products[row * columns + column]! / scale;
      }
    }
  }

  /** Weak and centred similarities of single phrases, each as a path. */
  function addPhrases(columns: number, add: (index: number) => void): void {
    for (let at = 0; at < rows * columns; at++) path[at] = aboveBackground(cosines[at]!, weakFrom);
    add(0);
    centre(cosines, rows, columns, stretch, centredBackgrounds[0]!, path);
    add(1);
  }

  return {
    lookAt({ vectors, nats }) {
      const weights = nats.map(informationWeight);
      setCosines(vectors, norms(vectors, dimensions));
      let sum = 0;
      addPhrases(nats.length, (index) => {
        sum += pathShares[index]! * heaviestPath(path, rowWeights, weights);
      });
      return (2 * sum) / (rowTotal + total(weights) + 2 * minWeight);
    },
    measure({ vectors, nats }) {
      const columns = nats.length;
      const weights = nats.map(informationWeight);
      const targetNorms = norms(vectors, dimensions);
      const target = windowPhrases(vectors, targetNorms, dimensions, weights, oneAfterAnother(columns));
      setCosines(vectors, targetNorms);
      let [inOrder, reversed] = [0, 0];
      const add = (index: number): void => {
        inOrder += pathShares[index]! * heaviestPath(path, rowWeights, weights);
        reversed += pathShares[index]! * heaviestPath(path, rowWeights, weights, true);
      };
      addPhrases(columns, add);
      for (let size = 0; size < windowSizes.length; size++) {
        windowCosines(cosines, windows, target, size, work);
        centre(work, rows, columns, stretch, centredBackgrounds[size + 1]!, path);
        add(size + 2);
      }
      const whole = rowTotal + total(weights) + 2 * minWeight;
      return {
        inOrder: (2 * inOrder) / whole,
        reversed: (2 * reversed) / whole,
        bestPairs: meanOfBest(cosines, rowWeights, weights, background),
      };
    },
    similarities({ vectors, nats }) {
      setCosines(vectors, norms(vectors, dimensions));
      return cosines.slice(0, rows * nats.length).map((cosine) => aboveBackground(cosine, background));
    },
  };
}

/** Of each phrase of the song its best partner; the mean of the three best of those. */
function meanOfBest(
  cosines: Float32Array,
  rowWeights: Float32Array,
  columnWeights: Float32Array,
  background: number,
): number {
  const columns = columnWeights.length;
  const most = new Float32Array(columns);
  for (let row = 0; row < rowWeights.length; row++) {
    for (let column = 0; column < columns; column++) {
      const s = aboveBackground(cosines[row * columns + column]!, background);
      if (s > 0)
        most[column] = Math.max(most[column]!, s * Math.min(rowWeights[row]!, columnWeights[column]!));
    }
  }
  const best = most.sort().slice(-countedPairs);
  return best.reduce((sum, value) => sum + value, 0) / countedPairs;
}

function norms(vectors: Int8Array, dimensions: number): Float32Array {
  const lengths = new Float32Array(vectors.length / dimensions);
  for (let row = 0; row < lengths.length; row++) {
    let sum = 0;
    for (let at = row * dimensions; at < (row + 1) * dimensions; at++) sum += vectors[at]! * vectors[at]!;
    lengths[row] = Math.sqrt(sum);
  }
  return lengths;
}
