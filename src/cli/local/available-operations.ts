/** What `contrafact analyze` runs where no operation is named: all that can be run here, and why not the rest. */
import { firstRecogniser } from '../../analyses/lyric-transcription/installed-models.js';
import { usedModels } from '../../analyses/lyric-transcription/used-models.js';
import type { Config } from '../../config.js';
import { operations } from '../../domain/operations.js';
import type { AnalyzeOperation } from './analyze-operations.js';

const noRecogniser = `no recogniser is installed; \`contrafact models pull ${firstRecogniser}\` installs one.`;

export interface PlannedRun {
  readonly operation: AnalyzeOperation;
  readonly model: string;
}

export interface RunPlan {
  readonly runs: readonly PlannedRun[];
  /** One sentence for each that is left out, with what to do. */
  readonly leftOut: readonly string[];
}

export async function planRuns(config: Config, fileCount: number, hasReferences: boolean): Promise<RunPlan> {
  const runs: PlannedRun[] = [];
  const leftOut: string[] = [];
  const isOffered = (name: (typeof config.analyses)[number]): boolean => config.analyses.includes(name);
  const firstModel = (name: 'ai-detection' | 'plagiarism' | 'lyric-transcription'): string =>
    operations[name].models[0] ?? '';
  if (isOffered('ai-detection')) {
    runs.push({ operation: 'ai-detection', model: firstModel('ai-detection') });
  }
  if (isOffered('fingerprint')) {
    if (fileCount > 1) runs.push({ operation: 'fingerprint', model: '' });
    else leftOut.push('fingerprint: name two files or more to find copies among them.');
  }
  if (isOffered('plagiarism')) {
    if (hasReferences) runs.push({ operation: 'plagiarism', model: firstModel('plagiarism') });
    else leftOut.push('melody and chords: name the songs to compare with, as --against FOLDER.');
  }
  if (isOffered('lyric-transcription')) {
    const recogniser = (await usedModels(config)).find(({ kind }) => kind === 'recogniser');
    if (config.transcription.url !== null || recogniser?.id) {
      runs.push({ operation: 'lyric-transcription', model: firstModel('lyric-transcription') });
    } else {
      leftOut.push(`lyric transcription: ${recogniser?.problem ?? noRecogniser}`);
    }
  }
  return { runs, leftOut };
}
