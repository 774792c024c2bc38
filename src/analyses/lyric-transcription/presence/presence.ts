/** From windows to a verdict on the song: the upper quartile, since most songs sing only part of the time. */
import { presenceLogits, sigmoid, unpackNetwork } from './classifier.js';
import { presenceWeights } from './presence-weights.js';
import { windowHopSeconds, windowSeconds } from './window-features.js';

const network = unpackNetwork(presenceWeights);
export const songQuantile = 0.75;

/** Probability of a voice in each window of three seconds, one about every second. */
export function windowPresence(windows: Float32Array): Float32Array {
  return presenceLogits(network, windows).map(sigmoid);
}

/** Upper quartile of the windows; 0 where there is none. */
export function songPresence(windows: ArrayLike<number>): number {
  const sorted = Array.from(windows).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(songQuantile * sorted.length))] ?? 0;
}

/** The highest probability among the windows that overlap a span by at least half of either; 0 where none does. */
export function presenceWithin(windows: Float32Array, startSeconds: number, endSeconds: number): number {
  let highest = 0;
  for (let i = 0; i < windows.length; i++) {
    const from = i * windowHopSeconds;
    const shared = Math.min(endSeconds, from + windowSeconds) - Math.max(startSeconds, from);
    if (shared >= 0.5 * Math.min(windowSeconds, endSeconds - startSeconds)) {
      highest = Math.max(highest, windows[i]!);
    }
  }
  return highest;
}
