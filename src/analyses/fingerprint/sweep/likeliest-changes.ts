/** Which songs of a large catalogue a query lies in under an assumed change of speed, tempo or pitch, and under which: by their sketches. */
import { median } from '../../../numbers/median.js';
import { pitchesEvery, speedOfPitch, speedsEvery, tempiEvery } from './assumed-changes.js';
import { middleOf } from './changed-sweep.js';
import { levelContrast } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import type { LikeliestInput } from './likeliest-songs.js';
import { SketchSums, type SketchSweep } from './sketch-sums.js';

/** A song, by its index, and of each kind the change under which it is likeliest; its score is the highest of them, by how much it exceeds that of most songs under changes of the kind. */
export interface LikelySong {
  readonly song: number;
  readonly changes: readonly AssumedChange[];
  readonly score: number;
}

type ScoredChange = AssumedChange & { readonly score: number };

export interface LikeliestChanges {
  /** Best first. */
  readonly songs: LikelySong[];
  /** What the coarse place of most songs would score by their peaks (changed-sweep.ts). */
  readonly typical: number;
}

/**
 * Each kind of change by the longest steps of a sketch that show it: a speed in a large room needs 512 ms, a tempo alone 768, a pitch 1024. A pure tone lies in one
 * band of 50 cents. By longer steps all songs score less, so that each kind is measured against what most songs score in it.
 */
const speeds: SketchSweep = { together: 2, changes: speedsEvery(0.05) };
const tempi: SketchSweep = { together: 3, changes: tempiEvery(0.06) };
const pitches: SketchSweep = { together: 4, changes: pitchesEvery(50) };

/** What most songs score by their peaks under all changes, over what they score by sketches at speeds. */
const peaksOverSketches = 0.93;

/** Of a song's best score: changes of lower ones are not likely. */
const minShareOfBest = 0.5;
/** Of what most songs score: songs that all score the same show no spread. */
const minSpread = 0.02;

/** The songs of the highest scores. */
export function likeliestChanges({ levels, sketches, ends, limit }: LikeliestInput): LikeliestChanges {
  const contrast = levelContrast(middleOf(levels).levels);
  const found = [...ends].map((_, song) => ({ song, changes: [] as ScoredChange[], score: -Infinity }));
  let typical = 0;
  for (const sweep of [speeds, tempi, pitches]) {
    const sums = new SketchSums(contrast, sweep);
    const { scores, changeOf } = sums.ofSongs({ sketches, ends });
    const { usual, spread } = spreadOf([...scores]);
    if (sweep === speeds) typical = peaksOverSketches * usual;
    for (const one of found) {
      const change = changeOf(one.song);
      if (!change) continue;
      const score = (scores[one.song]! - usual) / spread;
      one.changes.push({ ...change, score });
      // Long notes show the pitch of a speed and hardly its tempo.
      if (sweep === pitches) one.changes.push({ ...speedOfPitch(change.cents), score });
      one.score = Math.max(one.score, score);
    }
  }
  const songs = found
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ changes, ...rest }) => ({
      ...rest,
      changes: changes.filter(({ score }) => score >= minShareOfBest * rest.score),
    }));
  return { songs, typical };
}

/** What most songs score, and by how much a quarter of them score more. */
function spreadOf(scores: readonly number[]): { usual: number; spread: number } {
  const usual = median(scores) ?? 0;
  const quarter = median(scores.filter((score) => score > usual)) ?? usual;
  return { usual, spread: Math.max(quarter - usual, minSpread * usual) };
}
