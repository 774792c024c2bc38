/** Brings songs that were added to datasets into the melody index. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError, type ComputeFailure, publicReason } from '../../domain/compute.js';
import type { AnalysisContext, DescriptionSource } from '../analysis.js';
import type { MelodyIndex, OpenMusic } from './ports.js';

/** Raised when codes, sketches or what stands in them change: songs are then described anew. */
export const melodyEngineVersion = 13;

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

/** Failures of a compute process that are the song's, and would be again; others are the machine's, or the caller's. */
const ofTheSong: ReadonlySet<ComputeFailure> = new Set(['bad-input', 'timeout', 'memory', 'crashed']);

/** Why this song could not be described; null where the error is not the song's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AnalysisError) return error.message;
  return error instanceof ComputeError && ofTheSong.has(error.failure) ? publicReason(error) : null;
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
      const reason = reasonOf(error);
      if (reason === null) throw error;
      failed.push({ songId, reason });
    } finally {
      await opened.release();
    }
  }
  return { described, failed };
}
