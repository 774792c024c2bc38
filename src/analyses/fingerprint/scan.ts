/** `fingerprint-scan`: all registered songs in a long recording (a mix, a broadcast, a film), each with its place. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { verdictToJson } from '../../domain/finding.js';
import { type Analysis, searchOrAbstain } from '../analysis.js';
import { type Strictness, zThreshold } from './decision/decision.js';
import { undecidedAmong } from './decision/undecided.js';
import { engineVersion } from './parameters.js';
import type { FingerprintIndex } from './ports.js';
import { extendSegments } from './scanning/extend-segments.js';
import { scanVerdict } from './scanning/scan-verdict.js';
import { scanBatches } from './scanning/scan-windows.js';
import { describeSegment, SegmentCollector } from './scanning/segments.js';
import { searchWindow } from './search.js';
import { minHashes, tooLittleToCompare } from './speech/too-little-sound.js';

export interface FingerprintScanOptions {
  /** Default `normal`. */
  readonly strictness?: Strictness;
}

export function createFingerprintScan(
  index: FingerprintIndex,
  { strictness = 'normal' }: FingerprintScanOptions = {},
): Analysis {
  return {
    operation: 'fingerprint-scan',
    async run({ music, accountId }, context) {
      if (!music) throw new AnalysisError('fingerprint-scan needs a musicId or a file.');
      const extent = await index.extent(accountId);
      const collector = new SegmentCollector(extent.songs, strictness);
      const { compute, signal } = context;
      // Peaks of a day are 35 MB; samples and windows are never held for more than five minutes of it.
      const { peaks, seconds } = await compute.run(
        'fingerprint.peaks',
        { path: music.path, durationSeconds: music.durationSeconds },
        { signal, onProgress: (fraction, stage) => context.progress(fraction * 0.3, stage) },
      );
      // A window's sound is not compared: each comparison would decode the recording from its beginning.
      const place = { index, accountId, extent, strictness, sound: null };
      let hashes = 0;
      let searched = 0;
      for (const batch of scanBatches(peaks, seconds)) {
        const windows = await compute.run('fingerprint.windows', batch, { signal });
        for (const window of windows) {
          hashes += window.songHashes;
          searched += 1;
          context.progress(
            0.3 + (0.69 * window.startSeconds) / Math.max(1, seconds),
            'searching the catalogue',
          );
          const search = () => searchWindow(place, window, context);
          collector.add(window, await searchOrAbstain(undecidedAmong(extent.songs), search));
        }
      }
      if (hashes < minHashes) throw tooLittleToCompare('scan', hashes, extent.songs);
      await extendSegments(collector, peaks, seconds, context);
      const segments = collector.segments();
      const songs = new Set(segments.map(({ song }) => song.musicId)).size;
      return {
        result: {
          duration_seconds: Number(seconds.toFixed(1)),
          songs_found: songs,
          segments: segments.map(describeSegment),
        },
        detail: {
          engine: engineVersion,
          strictness,
          songs_searched: extent.songs,
          z_threshold: Number(zThreshold(extent.songs).toFixed(1)),
          verdict: verdictToJson(
            scanVerdict({
              segments,
              similar: collector.similar(),
              songs: extent.songs,
              windows: searched,
              strictness,
            }),
          ),
        },
      };
    },
  };
}
