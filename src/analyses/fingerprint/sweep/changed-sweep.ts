/**
 * A sweep (sweep.ts) under assumed changes of speed, tempo and pitch. Reverberation of a changed copy leaves two or three triplets, among which the true place
 * is not one of the best-voted; the levels at the song's peaks show it clearly, and hardly need the change for that.
 */

import { median } from '../../../numbers/median.js';
import { framesPerSecond } from '../parameters.js';
import { unpackPeaks } from '../peaks/peak-codec.js';
import { pitchesEvery, speedsEvery, tempiEvery } from './assumed-changes.js';
import { bandCount, type LevelContrast, levelContrast } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';
import { type ChangedPlace, PlaceFit, type ScoredPlace } from './place-fit.js';
import { maxPlaces, minShareOfBest } from './scoring.js';
import type { SweepInput, SweptPlace } from './sweep.js';

/** Of neighbouring speeds and tempi, as a natural logarithm, and of neighbouring pitches: half of it still shows a place. */
const spacing = { log: 0.05, cents: 70 } as const;
/** 384 ms: levels hold on in a room, and a speed that is wrong by 2.5 % still shows its place. */
const framesPerStep = 24;
/** Frames of the query that are swept, its middle: of more, a speed that is wrong by half of `spacing` would show no place. */
const sweptFrames = 20 * framesPerSecond;
/** Songs whose places are fitted: a coarse score ranks the true one among them, a fitted one first. */
const fittedSongs = 8;
/** What the coarse place of most songs scores, and as how many songs that counts. */
const usual = { score: 3.4, songs: 8 } as const;

/** What is tried: every speed, tempo and pitch between the ends is about half of `spacing` away from one of these at the most. */
const changes: readonly AssumedChange[] = [
  ...speedsEvery(spacing.log),
  ...tempiEvery(spacing.log),
  ...pitchesEvery(spacing.cents),
];

/** The levels that are swept under changes, and their first frame. */
export function middleOf(levels: Float32Array): { readonly from: number; readonly levels: Float32Array } {
  const from = Math.max(0, Math.floor((levels.length / bandCount - sweptFrames) / 2));
  return { from, levels: levels.subarray(from * bandCount, (from + sweptFrames) * bandCount) };
}

/** A place, and the change under which the query lies there. */
export type ChangedSweptPlace = SweptPlace & ChangedPlace;

/** The best places under any change of the songs of the highest scores: of each song best first, songs in the order of their best. */
export function sweepChanged({ levels, songs, limit }: Omit<SweepInput, 'others'>): ChangedSweptPlace[] {
  const { from, levels: middle } = middleOf(levels);
  const contrast = levelContrast(middle);
  const sums = new LevelSums(contrast, { framesPerStep, changes });
  const coarse = songs.map((packed, song) => ({ song, packed, place: sums.best(packed) }));
  const scores = coarse.map(({ place }) => place?.score ?? 0);
  const typical = median([...scores, ...new Array<number>(usual.songs).fill(usual.score)]) ?? usual.score;
  return fitted(contrast, coarse, limit).map((found) => inQuery(found, from, typical));
}

export interface LikelySweep extends Omit<SweepInput, 'others'> {
  /** Under what each song is likely (likeliest-changes.ts). */
  readonly changes: readonly AssumedChange[];
  /** What the coarse place of most songs scores. */
  readonly typical: number;
}

/** The same of songs whose change is known coarsely. */
export function sweepLikely({
  levels,
  songs,
  changes: known,
  typical,
  limit,
}: LikelySweep): ChangedSweptPlace[] {
  const { from, levels: middle } = middleOf(levels);
  const contrast = levelContrast(middle);
  const sums = new LevelSums(contrast, { framesPerStep, changes });
  const coarse = songs.map((packed, song) => ({
    song,
    packed,
    place: sums.best(packed, (change) => isNear(change, known[song]!)),
  }));
  return fitted(contrast, coarse, limit).map((found) => inQuery(found, from, typical));
}

/** Whether two changes are of one kind and neighbours: sketches have a spacing of their own. */
function isNear(change: AssumedChange, other: AssumedChange): boolean {
  const apart = Math.abs(Math.log(change.scale / other.scale));
  const isOneKind =
    (change.scale === 1) === (other.scale === 1) && (change.cents === 0) === (other.cents === 0);
  if (change.scale === 1) return isOneKind && Math.abs(change.cents - other.cents) < 1.5 * spacing.cents;
  return isOneKind && apart < 1.2 * spacing.log;
}

/** A song, by its index and its packed peaks, and a place of it that is known coarsely. */
interface CoarsePlace {
  readonly song: number;
  readonly packed: Uint8Array;
  readonly place: ScoredPlace | null;
}

/** The fitted places of the songs of the highest scores, and what else of them stands out, from the beginning of what is swept on. */
function fitted(
  contrast: LevelContrast,
  coarse: CoarsePlace[],
  limit: number,
): (ScoredPlace & { readonly song: number })[] {
  const fit = new PlaceFit(contrast);
  return coarse
    .sort((a, b) => (b.place?.score ?? 0) - (a.place?.score ?? 0))
    .slice(0, fittedSongs)
    .flatMap(({ song, packed, place }) => {
      if (!place) return [];
      const peaks = unpackPeaks(packed);
      return [{ song, packed, place, peaks, best: fit.highest(peaks, place) }];
    })
    .filter(({ best }) => best.score > 0)
    .sort((a, b) => b.best.score - a.best.score)
    .slice(0, limit)
    .flatMap(({ song, packed, place, peaks, best }) =>
      [best, ...otherPlaces(contrast, packed, place).map((other) => fit.highest(peaks, other))]
        .filter(({ score }) => score >= minShareOfBest * best.score)
        .map((found) => ({ song, ...found })),
    );
}

/** A place as of the whole query, which begins `from` frames before what was swept. */
function inQuery<Place extends ScoredPlace>(place: Place, from: number, typical: number): Place {
  return {
    ...place,
    startFrames: place.startFrames - place.scale * from,
    score: place.score / typical,
  };
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
