/** Brings songs that were added to datasets into the melody index. */

import { AnalysisError } from '../../domain/analysis-error.js';
import type { AnalysisContext, DescriptionSource } from '../analysis.js';
import type { MelodyIndex, OpenMusic } from './ports.js';

/** Raised when codes, sketches or what stands in them change: songs are then described anew. */
export const melodyEngineVersion = 9;

export interface IndexParts {
  readonly index: MelodyIndex;
  readonly descriptions: DescriptionSource;
  readonly openMusic: OpenMusic;
}

export interface IndexReport {
  readonly described: number;
  /** Songs whose music could not be described, with the reason. */
  readonly failed: readonly { readonly songId: string; readonly reason: string }[];
}

/** Describes at most `limit` songs of the datasets. Songs that fail stay undescribed and do not stop the others. */
export async function describeSongs(
  { index, descriptions, openMusic }: IndexParts,
  datasetIds: readonly string[],
  limit: number,
  context: AnalysisContext,
): Promise<IndexReport> {
  const failed: { songId: string; reason: string }[] = [];
  let described = 0;
  const songs = await index.undescribed(melodyEngineVersion, datasetIds, limit);
  for (const { songId, musicId } of songs) {
    context.signal.throwIfAborted();
    context.progress((described + failed.length) / songs.length, 'describing songs of the dataset');
    const opened = await openMusic(musicId);
    if (!opened) {
      failed.push({ songId, reason: 'The music is gone.' });
      continue;
    }
    try {
      const description = await descriptions.describe(opened.music, context);
      const prepared = await context.compute.run('plagiarism.prepare', description, {
        signal: context.signal,
      });
      await index.put(melodyEngineVersion, { songId, musicId, ...prepared });
      described++;
    } catch (error) {
      if (!(error instanceof AnalysisError)) throw error;
      failed.push({ songId, reason: error.message });
    } finally {
      await opened.release();
    }
  }
  return { described, failed };
}
