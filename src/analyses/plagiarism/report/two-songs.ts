/** `plagiarism.compare-two` and `plagiarism.report`: two songs, their evidence, and the page that shows it. */
import type { SongDescription } from '../../../music/song-description.js';
import type { Kernel } from '../../analysis.js';
import { compareSongs } from '../comparison/compare-songs.js';
import { rollsOf } from '../comparison/segment-rolls.js';
import { clipsOf } from './clips.js';
import { comparisonReport, shownStretches } from './html.js';
import type { ComparedWithRolls } from './sections.js';

export interface TwoDescriptions {
  readonly original: SongDescription;
  readonly comparison: SongDescription;
}

function comparePair({ original, comparison: other }: TwoDescriptions): ComparedWithRolls {
  const comparison = compareSongs(original, other);
  return { comparison, rolls: rollsOf(original, other, comparison) };
}

export const compareTwoKernel: Kernel<TwoDescriptions, ComparedWithRolls> = {
  name: 'plagiarism.compare-two',
  run: comparePair,
};

export interface SongOfReport {
  readonly title: string;
  readonly description: SongDescription;
  /** The recording, for its play buttons; null for notes. */
  readonly path: string | null;
}

export interface ReportInput {
  readonly original: SongOfReport;
  readonly comparison: SongOfReport;
}

/** The page as HTML text, with the sound of the segments that it shows. */
export const reportKernel: Kernel<ReportInput, string> = {
  name: 'plagiarism.report',
  async run({ original, comparison }, tools) {
    const pair = comparePair({ original: original.description, comparison: comparison.description });
    const stretches = shownStretches(pair);
    tools.progress(0.1, 'cutting out what matches');
    const clips = [
      await clipsOf(original.path, stretches.original, tools),
      await clipsOf(comparison.path, stretches.comparison, tools),
    ] as const;
    return comparisonReport({ ...original, clips: clips[0] }, { ...comparison, clips: clips[1] }, pair);
  },
};
