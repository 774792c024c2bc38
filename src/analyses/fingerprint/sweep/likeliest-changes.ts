/** Which songs of a large catalogue a query lies in under an assumed change of speed, tempo or pitch, and under which: by their sketches. */
import { median } from '../../../numbers/median.js';
import { pitchesEvery, speedsEvery, tempiEvery } from './assumed-changes.js';
import { middleOf } from './changed-sweep.js';
import { levelContrast } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import type { LikeliestInput } from './likeliest-songs.js';
import { SketchSums, type SketchSweep } from './sketch-sums.js';

/** A song, by its index, and the change under which it is likely; its score is over that of most songs under changes of the kind. */
export interface LikelyChange extends AssumedChange {
  readonly song: number;
  readonly score: number;
}

export interface LikeliestChanges {
  /** One a song, best first. */
  readonly changes: LikelyChange[];
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

/** The songs of the highest scores. */
export function likeliestChanges({ levels, sketches, ends, limit }: LikeliestInput): LikeliestChanges {
  const contrast = levelContrast(middleOf(levels).levels);
  const best = new Map<number, LikelyChange>();
  let typical = 0;
  for (const sweep of [speeds, tempi, pitches]) {
    const sums = new SketchSums(contrast, sweep);
    const { scores, changeOf } = sums.ofSongs({ sketches, ends });
    const usual = median([...scores]) ?? 0;
    if (sweep === speeds) typical = peaksOverSketches * usual;
    const first = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, limit);
    for (const song of first) {
      const change = changeOf(song);
      if (!change) continue;
      const score = scores[song]! / usual;
      if (score > (best.get(song)?.score ?? 0)) best.set(song, { ...change, song, score });
    }
  }
  const changes = [...best.values()].sort((a, b) => b.score - a.score).slice(0, limit);
  return { changes, typical };
}
