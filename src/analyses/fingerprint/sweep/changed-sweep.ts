/**
 * A sweep (sweep.ts) under assumed changes of speed, tempo and pitch. Reverberation of a changed copy leaves two or three triplets, among which the true place
 * is not one of the best-voted; the levels at the song's peaks show it clearly, and hardly need the change for that.
 */

import { median } from '../../../numbers/median.js';
import { framesPerSecond } from '../parameters.js';
import { unpackPeaks } from '../peaks/peak-codec.js';
import type { PeakList } from '../peaks/peak-list.js';
import { kindOf, pitchesEvery, speedsEvery, tempiEvery } from './assumed-changes.js';
import { bandCount, type LevelContrast, levelContrast } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';
import { type ChangedPlace, PlaceFit, type ScoredPlace } from './place-fit.js';
import { atRises } from './rise-fit.js';
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

export interface ChangedSweep extends Omit<SweepInput, 'others'> {
  /** Of places that are given. */
  readonly minScore: number;
}

/** The best places under any change of the songs of the highest scores: of each song best first, songs in the order of their best. */
export function sweepChanged({ levels, songs, limit, minScore }: ChangedSweep): ChangedSweptPlace[] {
  const query = middleOf(levels);
  const contrast = levelContrast(query.levels);
  const sums = new LevelSums(contrast, { framesPerStep, changes });
  const coarse = songs.map((packed, song) => ({ song, packed, places: sums.bestOfKinds(packed) }));
  const scores = coarse.map(scoreOf);
  const typical = median([...scores, ...new Array<number>(usual.songs).fill(usual.score)]) ?? usual.score;
  return placesIn({ ...query, contrast }, fitted(contrast, coarse, limit), typical, minScore);
}

export interface LikelySweep extends ChangedSweep {
  /** Under what each song is likely (likeliest-changes.ts). */
  readonly changes: readonly (readonly AssumedChange[])[];
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
  minScore,
}: LikelySweep): ChangedSweptPlace[] {
  const query = middleOf(levels);
  const contrast = levelContrast(query.levels);
  const sums = new LevelSums(contrast, { framesPerStep, changes });
  const coarse = songs.map((packed, song) => ({
    song,
    packed,
    places: sums.bestOfKinds(packed, (change) => known[song]!.some((likely) => isNear(change, likely))),
  }));
  return placesIn({ ...query, contrast }, fitted(contrast, coarse, limit), typical, minScore);
}

/** Whether two changes are of one kind and neighbours: sketches have a spacing of their own. */
function isNear(change: AssumedChange, other: AssumedChange): boolean {
  if (kindOf(change) !== kindOf(other)) return false;
  if (change.scale === 1) return Math.abs(change.cents - other.cents) < 1.5 * spacing.cents;
  return Math.abs(Math.log(change.scale / other.scale)) < 1.2 * spacing.log;
}

/** A song, by its index and its packed peaks, and a place of it under each kind of change that is known coarsely, best first. */
interface CoarsePlaces {
  readonly song: number;
  readonly packed: Uint8Array;
  readonly places: readonly ScoredPlace[];
}

function scoreOf({ places }: CoarsePlaces): number {
  return places[0]?.score ?? 0;
}

/** A place of a song that is fitted, and the song's peaks. */
interface FittedPlace {
  readonly song: number;
  readonly peaks: PeakList;
  readonly place: ScoredPlace;
}

/** The fitted places of the songs of the highest scores, and what else of them stands out, from the beginning of what is swept on. */
function fitted(contrast: LevelContrast, coarse: CoarsePlaces[], limit: number): FittedPlace[] {
  const fit = new PlaceFit(contrast);
  return coarse
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, fittedSongs)
    .map((one) => {
      const peaks = unpackPeaks(one.packed);
      const likely = one.places.filter(({ score }) => score >= minShareOfBest * scoreOf(one));
      const [found] = likely
        .map((place) => ({ place, best: fit.highest(peaks, place) }))
        .sort((a, b) => b.best.score - a.best.score);
      return { ...one, peaks, ...found! };
    })
    .filter(({ best }) => best.score > 0)
    .sort((a, b) => b.best.score - a.best.score)
    .slice(0, limit)
    .flatMap(({ song, packed, peaks, place, best }) =>
      [best, ...otherPlaces(contrast, packed, place).map((other) => fit.highest(peaks, other))]
        .filter(({ score }) => score >= minShareOfBest * best.score)
        .map((found) => ({ song, peaks, place: found })),
    );
}

/** What is swept of a query, which begins `from` frames before. */
interface SweptPart {
  readonly from: number;
  readonly contrast: LevelContrast;
}

/** The places that reach the score, as of the whole query. */
function placesIn(
  { from, contrast }: SweptPart,
  places: readonly FittedPlace[],
  typical: number,
  minScore: number,
): ChangedSweptPlace[] {
  return places.flatMap(({ song, peaks, place }) => {
    const score = place.score / typical;
    if (score < minScore) return [];
    const { startFrames, scale, cents } = kindOf(place) === 'pitch' ? place : atRises(contrast, peaks, place);
    return [{ song, startFrames: startFrames - scale * from, scale, cents, score }];
  });
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
