/** Fits how the sketches of chroma sequences are compared: the mean of their magnitudes, and the directions in which songs differ most. */
import { readFileSync } from 'node:fs';
import { chromaMagnitudes } from '../../src/music/harmony/chroma-patches.js';
import { beatPacking, sketchedRowsOf, unpackTonalRows } from '../../src/music/harmony/packed-rows.js';
import {
  chromaBackgroundId,
  chromaBackgroundShape,
  tonalSketchSize,
} from '../../src/music/harmony/tonal-sketch.js';
import { hashOfContents, writeTables } from '../embedded-model.js';
import { discriminant } from './discriminant.js';
import type { SongFamily } from './sketch-families.js';

/** Of the mean variance, added to each. */
const shrinkage = 1;

/** Writes models/embedded/chroma-background/. */
export function fitSketchBackground(families: readonly SongFamily[], version: string): string {
  const classes = families
    .map(({ versions }) =>
      versions.flatMap((song) => {
        const magnitudes = chromaMagnitudes(unpackTonalRows(sketchedRowsOf(song), beatPacking));
        return magnitudes ? [[...magnitudes]] : [];
      }),
    )
    .filter((vectors) => vectors.length > 1);
  const { mean, projection } = discriminant(classes, tonalSketchSize, shrinkage);
  const largest = Math.max(...projection.flat().map(Math.abs));
  const data = [
    {
      group: 'POP909-CL, songs of no table: written, and nine made arrangements of each',
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
        rows: [mean.map((value) => Number(value.toFixed(5)))],
      },
      projection: {
        unit: 'share of the largest',
        rows: projection.map((row) => row.map((value) => Number((value / largest).toPrecision(3)))),
      },
    },
    { version, seed: null, data, metrics: {} },
  );
}
