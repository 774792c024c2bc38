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
import { maxPlaces, minShareOfBest } from './scoring.js';

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
  /** The place's score over that of most songs' best places: a sustained chord scores with many songs. */
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
  const typical = median([...shown, ...new Array<number>(usual.songs).fill(usual.score)]) ?? usual.score;
  return songs
    .map((packed, song) => ({ song, packed, score: best[song]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .flatMap(({ song, packed }) => {
      const peaks = unpackPeaks(packed);
      return sums.places(packed, maxPlaces, minShareOfBest).map(({ startFrames, score }) => ({
        song,
        startFrames: refined(contrast, peaks, startFrames),
        score: score / typical,
      }));
    });
}

/** Frames in which a level's rise is measured: a room holds levels, and what is loudest in it comes up to 0.1 s late. */
const riseFrames = 4;
/** Frames after a step's place, and before, that the direct sound may lie at. */
const reach = { before: 5, after: 11 } as const;

/** The frame near a place at which the levels rise most at the song's peaks. */
function refined({ frames, values }: LevelContrast, song: PeakList, startFrames: number): number {
  const sums = new Float64Array(reach.before + reach.after + 1);
  for (let i = 0; i < song.count; i++) {
    const row = contrastRowOf(song.cents[i]!);
    const first = Math.round(song.times[i]! - startFrames) + reach.before;
    if (row < 0 || first - sums.length < riseFrames || first >= frames) continue;
    const at = row * frames + first;
    for (let by = 0; by < sums.length; by++) sums[by]! += values[at - by]! - values[at - by - riseFrames]!;
  }
  return startFrames + sums.indexOf(Math.max(...sums)) - reach.before;
}
