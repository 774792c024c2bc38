/**
 * Compares how the levels of two recordings change while their notes sound (fine-structure.ts). Frames in which notes begin are
 * left out, and of every change its running median: two renditions of the same notes share their beginnings and their steady
 * decays. What is left is correlated at the delay that the rises show and, for chance, at others.
 */
import type { BandLevels } from './band-levels.js';
import { type LaggedSums, UnsteadyLevels } from './unsteady-levels.js';

export interface FineMeasurements {
  /** Correlation of what is unsteady in the changes of level from 10 ms to the next, in frames in which no note begins. */
  readonly sustained: number;
  /** By how much it exceeds that at 20 ms sooner or later: of notes that are played anew it hardly does. */
  readonly overBeside: number;
  /** The correlation over the root mean square of those at delays of 80 to 500 ms. */
  readonly overChance: number;
  /** Of five bands of pitch the lowest correlation: renditions can share one instrument's samples. */
  readonly lowestBand: number;
  /** Share of the pieces of 2 s whose own correlation stands out of those at wrong delays. */
  readonly shownShare: number;
}

export interface FineStructure extends FineMeasurements {
  /** Of the pieces of finePieceSeconds of the query: those in which levels change, and those that show the song. */
  readonly heard: readonly boolean[];
  readonly shown: readonly boolean[];
}

export const finePieceSeconds = 2;
/** Frames a second, of the query. */
export const fineFramesPerSecond = 100;
const pieceFrames = finePieceSeconds * fineFramesPerSecond;
const besideFrames = 2;
const chanceFrames = { from: 8, to: 50 } as const;
const bandGroups = 5;
/** A piece shows the song where its correlation is this many times that at wrong delays. */
const shownOverChance = 3;
/** With less nothing can be decided. */
const minQuietFrames = 100;

/** Of changes of level that lie on each other (changesOf); null where there is too little. */
export function compareSustained(query: BandLevels, song: BandLevels): FineStructure | null {
  const quiet = quietFrames(query, song);
  if (quiet.length < minQuietFrames) return null;
  const { bands } = query;
  const pieces = Math.ceil(query.frames / pieceFrames);
  const lags = chanceLags();
  const cells = pieces * bandGroups;
  const levels = new UnsteadyLevels({ query, song, counted: quiet, pieceFrames, pieces });
  const { stride } = levels;
  const inCells = (values: Float32Array): Float64Array => sumsOfCells(values, { bands, stride, cells });
  const ofQuery = inCells(levels.ofQuery);
  const sums = lags.map((lag): Sums => {
    const { products, ofSong }: LaggedSums = levels.at(lag);
    return { products: inCells(products), ofQuery, ofSong: inCells(ofSong) };
  });
  const [own, sooner, later, ...chance] = sums as [Sums, Sums, Sums, ...Sums[]];
  const all = (sum: Sums): number => quotient(sum, () => true);
  const sustained = all(own);
  const typical = rootMeanSquare(chance.map(all));
  const groups = Array.from({ length: bandGroups }, (_, group) =>
    quotient(own, (cell) => cell % bandGroups === group),
  );
  const heard: boolean[] = [];
  const shown: boolean[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const inPiece = (cell: number): boolean => Math.floor(cell / bandGroups) === piece;
    const atRandom = rootMeanSquare(chance.map((sum) => quotient(sum, inPiece)));
    heard.push(atRandom > 0);
    shown.push(atRandom > 0 && quotient(own, inPiece) > shownOverChance * atRandom);
  }
  if (typical === 0) return null;
  return {
    sustained,
    overBeside: sustained - Math.max(all(sooner), all(later)),
    overChance: sustained / typical,
    lowestBand: Math.min(...groups),
    shownShare: shown.filter(Boolean).length / heard.filter(Boolean).length,
    heard,
    shown,
  };
}

/** 0, those beside it, and those of chance. */
function chanceLags(): number[] {
  const lags = [0, -besideFrames, besideFrames];
  for (let lag = chanceFrames.from; lag <= chanceFrames.to; lag++) lags.push(-lag, lag);
  return lags;
}

/** Frames in which neither begins notes: their levels rise no more than in half of the frames. In the song's range at every lag. */
function quietFrames(query: BandLevels, song: BandLevels): number[] {
  const [q, s] = [risesOverMedian(query), risesOverMedian(song)];
  const most = q.map((rise, frame) => Math.max(rise, s[frame]!));
  const limit = median(most);
  const frames: number[] = [];
  for (let frame = chanceFrames.to; frame < query.frames - chanceFrames.to; frame++) {
    if (most[frame]! < limit) frames.push(frame);
  }
  return frames;
}

function risesOverMedian({ frames, bands, values }: BandLevels): Float64Array {
  const rises = new Float64Array(frames);
  for (let at = 0; at < values.length; at++) rises[Math.floor(at / bands)]! += Math.max(0, values[at]!);
  const typical = median(rises);
  return typical > 0 ? rises.map((rise) => rise / typical) : rises;
}

function median(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] ?? 0;
}

/** Sums of products and of squares, by piece and group of bands. */
interface Sums {
  readonly products: Float64Array;
  readonly ofQuery: Float64Array;
  readonly ofSong: Float64Array;
}

/** Of rows of bands, a piece each (`stride` numbers from one to the next), the sums of each group of bands. */
function sumsOfCells(
  values: Float32Array,
  { bands, stride, cells }: { readonly bands: number; readonly stride: number; readonly cells: number },
): Float64Array {
  const sums = new Float64Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const group = cell % bandGroups;
    const row = Math.floor(cell / bandGroups) * stride;
    const end = row + Math.floor(((group + 1) * bands) / bandGroups);
    for (let at = row + Math.floor((group * bands) / bandGroups); at < end; at++) sums[cell]! += values[at]!;
  }
  return sums;
}

/** The correlation over some cells; 0 where nothing changes there. */
function quotient({ products, ofQuery, ofSong }: Sums, isCounted: (cell: number) => boolean): number {
  let [product, query, song] = [0, 0, 0];
  for (let cell = 0; cell < products.length; cell++) {
    if (!isCounted(cell)) continue;
    product += products[cell]!;
    query += ofQuery[cell]!;
    song += ofSong[cell]!;
  }
  return query > 0 && song > 0 ? product / Math.sqrt(query * song) : 0;
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length));
}
