/**
 * In which windows of a recording with a voice someone does sing, by YAMNet where it is at hand: a recording's
 * label says that it has a voice, not where.
 */

import type { VoiceScores } from '../../src/analyses/lyric-transcription/detectors/yamnet.js';
import { evenScore } from '../../src/analyses/lyric-transcription/detectors/yamnet-presence.js';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';

const patchHopSeconds = 0.48;
const patchSeconds = 0.96;

/** Of each of `count` windows, the logarithm of the strongest score over the score at which a voice is even odds. */
export function voiceOfWindows({ sung, spoken }: VoiceScores, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, window) => {
    const start = window * windowHopSeconds;
    let highest = 1e-5;
    for (let patch = 0; patch < sung.length; patch++) {
      const from = patch * patchHopSeconds;
      if (from + patchSeconds / 2 < start || from + patchSeconds / 2 > start + windowSeconds) continue;
      highest = Math.max(highest, sung[patch]!, spoken[patch]!);
    }
    return Math.log(highest / evenScore);
  });
}
