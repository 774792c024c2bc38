/** A song's chroma sequence as a comparison reads it: at several scales, in several tempos, on other grids. */
import { halfBeatPacking, unpackTonalRows } from './packed-rows.js';
import { coarseRows, contrastedRows, regriddedRows, repeatedRows, type TonalRows } from './tonal-rows.js';
import { type RowNovelty, rowNovelty } from './tonal-similarity.js';

/** Beats to each side that a passage reaches. */
export const halfWidth = 4;

/** Rows on one grid. */
export interface ChromaSequence {
  readonly rows: TonalRows;
  /** The novelty of each row; worked out when first asked for. */
  novelty(): RowNovelty;
}

/** A song's beats, and the same at other scales and tempos. */
export interface PreparedTonal extends ChromaSequence {
  readonly halfBeats: ChromaSequence;
  /** Two and four beats a row; worked out when first asked for. */
  coarse(): TonalRows;
  coarsest(): TonalRows;
  /** Before contrast: it shows the key. */
  readonly meanRow: Float64Array;
  /** The same song counted at double time, its half beats as beats; worked out when first asked for. */
  doubled(): PreparedTonal;
  /** The same song with `beats` of its beats to a row, from its first one on; what is left at the end is no row. */
  slowed(beats: number): PreparedTonal;
  /** The same song on another grid: row i sounds from `places[i]` to `places[i + 1]`, in beats, rising; worked out anew each time. */
  regridded(places: readonly number[]): PreparedTonal;
}

/** `packed`: half beats (packed-rows.ts). */
export function prepareTonal(packed: Uint8Array): PreparedTonal {
  const sounding = unpackTonalRows(packed, halfBeatPacking);
  const meanRow = new Float64Array(12);
  for (let at = 0; at < sounding.count * 12; at += 12)
    for (let i = 0; i < 12; i++) meanRow[i]! += sounding.values[at + i]!;
  return prepared(contrastedRows(sounding), meanRow);
}

function chromaSequence(rows: TonalRows): ChromaSequence {
  let known: RowNovelty | null = null;
  const novelty = (): RowNovelty => {
    known ??= rowNovelty(rows, halfWidth);
    return known;
  };
  return { rows, novelty };
}

function prepared(halfBeats: TonalRows, meanRow: Float64Array): PreparedTonal {
  const beats = chromaSequence(coarseRows(halfBeats));
  let coarse: TonalRows | null = null;
  let coarsest: TonalRows | null = null;
  let twice: PreparedTonal | null = null;
  const doubled = (): PreparedTonal => {
    twice ??= prepared(repeatedRows(halfBeats), meanRow);
    return twice;
  };
  const regridded = (places: readonly number[]): PreparedTonal => {
    const halves = places.flatMap((place, row) =>
      row ? [places[row - 1]! + place, 2 * place] : [2 * place],
    );
    return prepared(regriddedRows(halfBeats, halves), meanRow);
  };
  const slower = new Map<number, PreparedTonal>();
  const slowed = (beatsARow: number): PreparedTonal => {
    const places = Array.from(
      { length: Math.floor(beats.rows.count / beatsARow) + 1 },
      (_, row) => beatsARow * row,
    );
    const known = slower.get(beatsARow) ?? regridded(places);
    slower.set(beatsARow, known);
    return known;
  };
  return {
    ...beats,
    halfBeats: chromaSequence(halfBeats),
    coarse() {
      coarse ??= coarseRows(beats.rows);
      return coarse;
    },
    coarsest() {
      coarsest ??= coarseRows(this.coarse());
      return coarsest;
    },
    meanRow,
    doubled,
    slowed,
    regridded,
  };
}
