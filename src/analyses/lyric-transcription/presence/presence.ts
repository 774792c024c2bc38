/** From windows to a verdict on the song: the upper quartile, since most songs sing only part of the time. */
import { logistic, logOddsOf } from '../../../signal/logistic.js';
import { runNetwork } from '../../../signal/small-network.js';
import { joinedSpans, type Segment } from '../segments.js';
import { presenceModel } from './classifier.js';
import { windowHopSeconds, windowSeconds } from './window-features.js';

const songQuantile = 0.75;

/** Probability of a voice in each window of three seconds, one about every second. */
export function windowPresence(windows: Float32Array): Float32Array {
  return runNetwork(presenceModel().network, windows).map(logistic);
}

/** Upper quartile of the windows; 0 where there is none. */
function upperQuartile(windows: ArrayLike<number>): number {
  const sorted = Array.from(windows).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(songQuantile * sorted.length))] ?? 0;
}

/** Log odds of a song's windows together, before they are calibrated. */
export function songLogit(windows: ArrayLike<number>): number {
  return logOddsOf(upperQuartile(windows));
}

/**
 * Probability that the song has a voice: the upper quartile of its windows, corrected so that of recordings that get
 * the same number that share has one (where voices and instrumentals are equally frequent). 0 where there is no window.
 */
export function songPresence(windows: ArrayLike<number>): number {
  if (windows.length === 0) return 0;
  const { slope, offset } = presenceModel().calibration;
  return logistic(slope * songLogit(windows) + offset);
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

/** A window in which a voice is this likely holds one; less is asked of a song whose voice is faint throughout. */
const voicedFrom = 0.3;
const shareOfSong = 0.5;
const padSeconds = 0.5;
/** Shorter pauses of the voice are no reason to cut: the classifier misses syllables and quiet lines. */
export const bridgedSeconds = 4;

/** Where the song has less of a voice than this, its windows say nothing about where. */
export const minToCut = 0.1;

/**
 * Spans in which someone may sing; the whole song where next to no voice was heard. A window speaks for its middle
 * second, the first and last to the song's ends.
 */
export function voicedSpans(windows: Float32Array, songSeconds: number): Segment[] {
  const quartile = upperQuartile(windows);
  if (quartile < minToCut) return [{ startSeconds: 0, endSeconds: songSeconds }];
  const spans = windowsFrom(Math.min(voicedFrom, shareOfSong * quartile), windows, songSeconds);
  return joinedSpans(spans, { padSeconds, bridgedSeconds, songSeconds });
}

/** A window in which a voice is likelier than none. */
const sungFrom = 0.5;
/** One window between two that are sung is a breath. */
const breathSeconds = 1.5;

/** Stretches in which someone sings, to be shown: only what is likelier sung than not, where `voicedSpans` rather keeps too much. */
export function singingSpans(windows: Float32Array, songSeconds: number): Segment[] {
  const spans = windowsFrom(sungFrom, windows, songSeconds);
  return joinedSpans(spans, { padSeconds: 0, bridgedSeconds: breathSeconds, songSeconds });
}

/** The middle seconds of the windows with this much of a voice. */
function windowsFrom(least: number, windows: Float32Array, songSeconds: number): Segment[] {
  const spans: Segment[] = [];
  const margin = (windowSeconds - windowHopSeconds) / 2;
  for (let i = 0; i < windows.length; i++) {
    if (windows[i]! < least) continue;
    const startSeconds = i === 0 ? 0 : i * windowHopSeconds + margin;
    const endSeconds = i === windows.length - 1 ? songSeconds : (i + 1) * windowHopSeconds + margin;
    spans.push({ startSeconds, endSeconds });
  }
  return spans;
}
