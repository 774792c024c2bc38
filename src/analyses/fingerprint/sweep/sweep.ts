/**
 * Compares a query's levels with every place of songs: of all of a catalogue that is not large, or of the likeliest ones. Noise and voices through a telephone
 * leave few peaks, and too few triplets to be looked up, where the levels still stand out at most of the song's peaks.
 */

import { median } from '../../../numbers/median.js';
import { unpackPeaks } from '../peaks/peak-codec.js';
import type { PeakList } from '../peaks/peak-list.js';
import { contrastRowOf, type LevelContrast, levelContrast } from './level-contrast.js';
import { noChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';
import { drawnPeaks, maxPlaces, minShareOfBest } from './scoring.js';

export interface SweepInput {
  /** Of the whole query (PeakExtractor.keptLevels). */
  readonly levels: Float32Array;
  /** The packed peaks of each song. */
  readonly songs: readonly Uint8Array[];
  /** Of songs that show what most songs score; the songs themselves where absent. */
  readonly others?: readonly Uint8Array[];
  /** Songs. */
  readonly limit: number;
}

/** A place at which the query's levels stand out where a song has peaks. */
export interface SweptPlace {
  /** Index of the song. */
  readonly song: number;
  /** Where the query's time 0 lies in the song, in frames. */
  readonly startFrames: number;
  /** The place's score over that of most songs' best places, since a sustained chord scores with many songs; at unchanged speed, with what rises add. */
  readonly score: number;
}

/** 64 ms: a finer grid ranks places no better. */
const framesPerStep = 4;
/** What the best place of most songs scores, and as how many songs that counts: a few songs do not show it. */
const usual = { score: 2.6, songs: 8 } as const;

/** The best places, at unchanged speed and pitch, of the songs of the highest scores: of each song best first, songs in the order of their best. */
export function sweep({ levels, songs, others, limit }: SweepInput): SweptPlace[] {
  const contrast = levelContrast(levels);
  const sums = new LevelSums(contrast, { framesPerStep, changes: [noChange] });
  const scoresOf = (some: readonly Uint8Array[]): number[] =>
    some.map((packed) => sums.best(packed)?.score ?? 0);
  const best = scoresOf(songs);
  const shown = others ? scoresOf(others) : best;
  const typicalRise = typicalRiseOf(contrast);
  const typical = median([...shown, ...new Array<number>(usual.songs).fill(usual.score)]) ?? usual.score;
  return songs
    .map((packed, song) => ({ song, packed, score: best[song]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .flatMap(({ song, packed }) => {
      const peaks = unpackPeaks(packed);
      return sums.places(packed, maxPlaces, minShareOfBest).map((place) => {
        const { startFrames, rise } = refined(contrast, peaks, place.startFrames);
        return { song, startFrames, score: place.score / typical + riseWeight * (rise / typicalRise) };
      });
    });
}

/**
 * What rises add to a place's score, of their root mean square: of 348 queries through telephones wrong places have 2.1 in the median and 3.1 in one of ten, true
 * ones 6, and where levels alone hardly show them still 3 or 4.
 */
const riseWeight = 0.1;
/** Frames in which a level's rise is measured: a room holds levels, and what is loudest in it comes up to 0.1 s late. */
const riseFrames = 4;
/** Frames after a step's place, and before, that the direct sound may lie at. */
const reach = { before: 5, after: 11 } as const;

/** Of levels over a query: the root mean square of their rises. */
function typicalRiseOf({ frames, values }: LevelContrast): number {
  let sum = 0;
  for (let row = 0; row < values.length; row += frames)
    for (let at = row + riseFrames; at < row + frames; at++)
      sum += (values[at]! - values[at - riseFrames]!) ** 2;
  return Math.sqrt(sum / Math.max(1, values.length)) || 1;
}

/** The frame near a place at which the levels rise most at the song's peaks, and the sum of the rises over the root of their number. */
function refined(
  { frames, values }: LevelContrast,
  song: PeakList,
  startFrames: number,
): { readonly startFrames: number; readonly rise: number } {
  const sums = new Float64Array(reach.before + reach.after + 1);
  let count = 0;
  for (let i = 0; i < song.count; i++) {
    const row = contrastRowOf(song.cents[i]!);
    const first = Math.round(song.times[i]! - startFrames) + reach.before;
    if (row < 0 || first - sums.length < riseFrames || first >= frames) continue;
    count++;
    const at = row * frames + first;
    for (let by = 0; by < sums.length; by++) sums[by]! += values[at - by]! - values[at - by - riseFrames]!;
  }
  const highest = Math.max(...sums);
  const rise = highest / Math.sqrt(count + drawnPeaks);
  return { startFrames: startFrames + sums.indexOf(highest) - reach.before, rise };
}
