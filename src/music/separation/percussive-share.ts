/**
 * How much of each bin is a stroke rather than a tone: medians along time keep tones, medians along frequency keep
 * strokes (FitzGerald, "Harmonic/percussive separation using median filtering", DAFx 2010).
 */
import { runningMedian } from '../../signal/running-median.js';

/** Short, because a voice holds no pitch for long: over more frames it would count as a stroke. */
const medianFrames = 7;
const medianBins = 33;

/** `magnitudes` is frames × bins; writes shares in 0 … 1 of the same shape. */
export function percussiveShare(
  magnitudes: Float32Array,
  frames: number,
  bins: number,
  shares: Float32Array,
): void {
  for (let frame = 0; frame < frames; frame++) {
    const row = magnitudes.subarray(frame * bins, (frame + 1) * bins);
    shares.set(runningMedian(row, medianBins), frame * bins);
  }
  const column = new Float32Array(frames);
  for (let bin = 0; bin < bins; bin++) {
    for (let frame = 0; frame < frames; frame++) column[frame] = magnitudes[frame * bins + bin]!;
    const tones = runningMedian(column, medianFrames);
    for (let frame = 0; frame < frames; frame++) {
      const at = frame * bins + bin;
      const stroke = shares[at]! ** 2;
      const sum = stroke + tones[frame]! ** 2;
      shares[at] = sum > 0 ? stroke / sum : 0;
    }
  }
}
