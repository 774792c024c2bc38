/**
 * A sweep (sweep.ts) under assumed changes of speed, tempo and pitch. Reverberation of a changed copy leaves two or three triplets, among which the true place
 * is not one of the best-voted; the levels at the song's peaks show it clearly, and hardly need the change for that.
 */

import { median } from '../../../numbers/median.js';
import { framesPerSecond } from '../parameters.js';
import { unpackPeaks } from '../peaks/peak-codec.js';
import { bandCount, type LevelContrast, levelContrast } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';
import { type ChangedPlace, PlaceFit } from './place-fit.js';
import { maxPlaces, minShareOfBest } from './scoring.js';
import type { SweepInput, SweptPlace } from './sweep.js';

/** Of neighbouring speeds and tempi, as a natural logarithm, and of neighbouring pitches: half of it still shows a place. */
const spacing = { log: 0.05, cents: 70 } as const;
/** Song seconds a query second, as natural logarithms: 17 speeds from 0.67 to 1.48. */
const speedLogs = Array.from({ length: 17 }, (_, i) => Math.log(0.671) + spacing.log * i);
/** The farthest that a tempo and a pitch alone are changed. */
const most = { tempoLog: 0.375, cents: 700 } as const;
/** 384 ms: levels hold on in a room, and a speed that is wrong by 2.5 % still shows its place. */
const framesPerStep = 24;
/** Frames of the query that are swept, its middle: of more, a speed that is wrong by half of `spacing` would show no place. */
const sweptFrames = 20 * framesPerSecond;
/** Songs whose places are fitted: a coarse score ranks the true one among them, a fitted one first. */
const fittedSongs = 8;
/** What the coarse place of most songs scores, and as how many songs that counts. */
const usual = { score: 3.4, songs: 8 } as const;

/** Speeds that are assumed, with the pitch that follows. */
export const assumedSpeeds: readonly AssumedChange[] = speedLogs.map((log) => ({
  scale: Math.exp(log),
  cents: (1200 * log) / Math.LN2,
}));

/** What is tried: every speed, tempo and pitch between the ends is about half of `spacing` away from one of these at the most. */
const changes: readonly AssumedChange[] = [
  ...assumedSpeeds,
  ...speedLogs
    .filter((log) => Math.abs(log) < most.tempoLog)
    .map((log) => ({ scale: Math.exp(log), cents: 0 })),
  ...Array.from({ length: most.cents / spacing.cents }, (_, i) => (i + 1) * spacing.cents).flatMap(
    (cents) => [
      { scale: 1, cents },
      { scale: 1, cents: -cents },
    ],
  ),
];

export interface ChangedSweepInput extends SweepInput {
  /** Whether no tempo and no pitch is assumed to be changed alone; false where absent. */
  readonly areSpeedsOnly?: boolean;
}

/** The levels that are swept under changes, and their first frame. */
export function middleOf(levels: Float32Array): { readonly from: number; readonly levels: Float32Array } {
  const from = Math.max(0, Math.floor((levels.length / bandCount - sweptFrames) / 2));
  return { from, levels: levels.subarray(from * bandCount, (from + sweptFrames) * bandCount) };
}

/** A place, and the change under which the query lies there. */
export type ChangedSweptPlace = SweptPlace & ChangedPlace;

/** The best places under any change of the songs of the highest scores: of each song best first, songs in the order of their best. */
export function sweepChanged({
  levels,
  songs,
  others,
  limit,
  areSpeedsOnly,
}: ChangedSweepInput): ChangedSweptPlace[] {
  const { from, levels: middle } = middleOf(levels);
  const contrast = levelContrast(middle);
  const sums = new LevelSums(contrast, { framesPerStep, changes: areSpeedsOnly ? assumedSpeeds : changes });
  const coarse = songs.map((packed, song) => ({ song, place: sums.best(packed) }));
  const shown = others ? others.map((packed) => sums.best(packed)) : coarse.map(({ place }) => place);
  const scores = shown.map((place) => place?.score ?? 0);
  const typical = median([...scores, ...new Array<number>(usual.songs).fill(usual.score)]) ?? usual.score;
  const fit = new PlaceFit(contrast);
  return coarse
    .sort((a, b) => (b.place?.score ?? 0) - (a.place?.score ?? 0))
    .slice(0, fittedSongs)
    .flatMap(({ song, place }) => {
      if (!place) return [];
      const peaks = unpackPeaks(songs[song]!);
      return [{ song, place, peaks, fitted: fit.highest(peaks, place) }];
    })
    .sort((a, b) => b.fitted.score - a.fitted.score)
    .slice(0, limit)
    .flatMap(({ song, place, peaks, fitted }) =>
      [fitted, ...otherPlaces(contrast, songs[song]!, place).map((other) => fit.highest(peaks, other))]
        .filter(({ score }) => score >= minShareOfBest * fitted.score)
        .map(({ startFrames, scale, cents, score }) => {
          return { song, startFrames: startFrames - scale * from, scale, cents, score: score / typical };
        }),
    );
}

/** Where else in a song the levels stand out under the change of its best place. */
function otherPlaces(
  contrast: LevelContrast,
  packed: Uint8Array,
  { scale, cents, startFrames }: ChangedPlace,
): ChangedPlace[] {
  const sums = new LevelSums(contrast, { framesPerStep, changes: [{ scale, cents }] });
  return sums
    .places(packed, maxPlaces, minShareOfBest)
    .filter((place) => Math.abs(place.startFrames - startFrames) >= framesPerStep);
}
