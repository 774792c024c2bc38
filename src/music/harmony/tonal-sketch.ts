/**
 * A song's chroma sequence as one short vector that neither key nor place changes: magnitudes of its patches (chroma-patches.ts), projected
 * to the directions in which songs differ most, measured by how much versions of one song differ (linear discriminant analysis; Humphrey, Nieto
 * and Bello 2013 learn such a projection for these magnitudes). A search compares it with that of every song, so that a recording whose melody and
 * chords were heard wrongly is still looked at. Octaves of tempo do change it: a query has a sketch for each reading of its tempo.
 */
import { loadTables } from '../../models/embedded/table-file.js';
import { chromaMagnitudes, magnitudeNames } from './chroma-patches.js';
import { beatPacking, unpackTonalRows } from './packed-rows.js';

/** Bytes of a sketch. */
export const tonalSketchSize = 138;

export const chromaBackgroundId = 'chroma-background';
export const chromaBackgroundShape = {
  magnitudes: { rows: ['mean'], columns: magnitudeNames },
  projection: {
    rows: Array.from({ length: tonalSketchSize }, (_, at) => `part-${at + 1}`),
    columns: magnitudeNames,
  },
};

interface Background {
  readonly mean: Float64Array;
  readonly projection: readonly Float64Array[];
}

let background: Background | undefined;

/** Read once a process. */
function chromaBackground(): Background {
  if (!background) {
    const { magnitudes, projection } = loadTables(chromaBackgroundId, chromaBackgroundShape);
    background = {
      mean: Float64Array.from(magnitudes[0]!),
      projection: projection.map((row) => Float64Array.from(row)),
    };
  }
  return background;
}

/** Of a vector of length 1, the part that a byte holds. */
const largestPart = 0.4;

/** `packed`: beats (packed-rows.ts). −127 … 127 each; the similarity of two songs is the product of theirs. Zero: no chroma sequence. */
export function tonalSketch(packed: Uint8Array): Int8Array {
  const sketch = new Int8Array(tonalSketchSize);
  const magnitudes = chromaMagnitudes(unpackTonalRows(packed, beatPacking));
  if (!magnitudes) return sketch;
  const { mean, projection } = chromaBackground();
  const deviations = magnitudes.map((value, at) => value - mean[at]!);
  const parts = projection.map((row) => {
    let sum = 0;
    for (let at = 0; at < row.length; at++) sum += row[at]! * deviations[at]!;
    return sum;
  });
  const length = Math.hypot(...parts) || 1;
  for (let at = 0; at < tonalSketchSize; at++) {
    const part = Math.min(largestPart, Math.max(-largestPart, parts[at]! / length));
    sketch[at] = Math.round((127 * part) / largestPart);
  }
  return sketch;
}
