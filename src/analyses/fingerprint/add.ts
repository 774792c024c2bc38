/** `fingerprint-add`: registers a song's fingerprint in its account's catalogue. */

import { AnalysisError } from '../../domain/analysis-error.js';
import type { Analysis, AnalysisContext } from '../analysis.js';
import { engineVersion } from './parameters.js';
import type { FingerprintIndex } from './ports.js';
import { minHashes, tooLittleToRegister } from './speech/too-little-sound.js';

export function createFingerprintAdd(index: FingerprintIndex): Analysis {
  return {
    operation: 'fingerprint-add',
    async run(request, context) {
      const { music, accountId } = request;
      if (!music) throw new AnalysisError('fingerprint-add needs a musicId: upload the song first.');
      const song = await context.compute.run(
        'fingerprint.extract-song',
        { path: music.path, durationSeconds: music.durationSeconds },
        { signal: context.signal, onProgress: (fraction, stage) => context.progress(fraction * 0.9, stage) },
      );
      if (song.keys.length < minHashes) throw tooLittleToRegister();
      await mergeDueSegments(index, accountId, context);
      context.progress(0.95, 'storing the fingerprint');
      return {
        result: null,
        detail: {
          engine: engineVersion,
          peaks: song.peakCount,
          postings: song.keys.length,
          bytes: song.peaks.length + Math.round(song.keys.length * 4.5),
          duration_seconds: song.durationSeconds,
        },
        commit: async (transaction) => {
          await index.add(transaction, accountId, {
            musicId: music.musicId,
            engine: engineVersion,
            title: music.title,
            artist: music.artist,
            durationSeconds: song.durationSeconds,
            lengthUnits: song.lengthUnits,
            keys: song.keys,
            times: song.times,
            peaks: song.peaks,
          });
        },
      };
    },
  };
}

/** Every addition pays for the merges that earlier ones left, so the index stays in shape by itself. */
async function mergeDueSegments(
  index: FingerprintIndex,
  accountId: string,
  { compute, signal }: AnalysisContext,
): Promise<void> {
  try {
    await index.maintain(accountId, (step) => compute.run('fingerprint.merge', step, { signal }));
  } catch (error) {
    // An unmerged index is slower, not wrong: the song must not fail for it, and the next addition tries again.
    if (signal.aborted) throw error;
  }
}
