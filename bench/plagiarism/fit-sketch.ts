/** Fits how the sketches of chroma sequences are compared: the mean of their magnitudes, and how versions of one song differ in them. */
import { readFileSync } from 'node:fs';
import { beatPacking, sketchedRowsOf, unpackTonalRows } from '../../src/music/harmony/packed-rows.js';
import {
  chromaBackgroundId,
  chromaBackgroundShape,
  chromaMagnitudes,
  tonalSketchSize,
} from '../../src/music/harmony/tonal-sketch.js';
import { hashOfContents, writeTables } from '../embedded-model.js';
import type { SongFamily } from './sketch-families.js';

/** Of the mean variance, added to each: what few versions say of rare directions is not trusted. */
const shrinkage = 1;

/** Writes models/embedded/chroma-background/. Of each magnitude's deviation the row of the whitening sums those before it and its own. */
export function fitSketchBackground(families: readonly SongFamily[], version: string): string {
  const all: Float64Array[] = [];
  const within: Float64Array[] = [];
  for (const { versions } of families) {
    const vectors = versions.flatMap(
      (song) => chromaMagnitudes(unpackTonalRows(sketchedRowsOf(song), beatPacking)) ?? [],
    );
    if (vectors.length < 2) continue;
    const middle = meanOf(vectors);
    // Deviations from the mean of n are smaller than those from a song's own by the root of 1 − 1/n.
    const scale = 1 / Math.sqrt(1 - 1 / vectors.length);
    all.push(...vectors);
    within.push(...vectors.map((vector) => vector.map((value, at) => scale * (value - middle[at]!))));
  }
  if (within.length === 0) throw new Error('No versions of songs to learn from.');
  const rows = inverted(cholesky(shrunkCovariance(within)));
  const largest = Math.max(...rows.flatMap((row) => [...row].map(Math.abs)));
  const data = [
    {
      group: 'POP909-CL, songs of no table: written, and four made arrangements of each',
      cases: families.length,
      sha256: hashOfContents(families.map(({ path }) => readFileSync(path))),
    },
  ];
  return writeTables(
    chromaBackgroundId,
    chromaBackgroundShape,
    {
      magnitudes: {
        unit: 'magnitude in a vector of length 1',
        rows: [[...meanOf(all)].map((value) => Number(value.toFixed(5)))],
      },
      whitening: {
        unit: 'share of the largest',
        rows: rows.map((row) => [...row].map((value) => Number((value / largest).toPrecision(4)))),
      },
    },
    { version, seed: null, data, metrics: {} },
  );
}

function meanOf(vectors: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(tonalSketchSize);
  for (const vector of vectors) for (let at = 0; at < tonalSketchSize; at++) sums[at]! += vector[at]!;
  return sums.map((sum) => sum / vectors.length);
}

function shrunkCovariance(deviations: readonly Float64Array[]): Float64Array[] {
  const covariance = Array.from({ length: tonalSketchSize }, () => new Float64Array(tonalSketchSize));
  for (const vector of deviations)
    for (let i = 0; i < tonalSketchSize; i++)
      for (let j = 0; j < tonalSketchSize; j++)
        covariance[i]![j]! += (vector[i]! * vector[j]!) / deviations.length;
  const mean = covariance.reduce((sum, row, at) => sum + row[at]!, 0) / tonalSketchSize;
  covariance.forEach((row, at) => {
    row[at]! += shrinkage * mean;
  });
  return covariance;
}

/** The lower triangle whose product with its own transpose is the matrix (symmetric, positive). */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (let i = 0; i < matrix.length; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(sum) : sum / lower[j]![j]!;
    }
  return lower;
}

/** Of a lower triangle. */
export function inverted(lower: readonly Float64Array[]): Float64Array[] {
  const inverse = lower.map((row) => new Float64Array(row.length));
  for (let column = 0; column < lower.length; column++)
    for (let i = column; i < lower.length; i++) {
      let sum = i === column ? 1 : 0;
      for (let k = column; k < i; k++) sum -= lower[i]![k]! * inverse[k]![column]!;
      inverse[i]![column] = sum / lower[i]![i]!;
    }
  return inverse;
}
