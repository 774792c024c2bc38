/**
 * Cuts a song into pieces that a recogniser hears one by one: by the energy envelope, at least one second of
 * quiet apart, never longer than its window of 30 s and then cut at the quietest point. Energy-based segmentation
 * lowers the word error rate of long-form recognition of singing, also without separation (Cífka et al. 2024,
 * "Lyrics transcription for humans", and the figures in docs/measurements/lyric-transcription-segments.md).
 */
import { frameHopSamples, frameSamples, voiceRateHz } from './presence/frame-features.js';

export interface Segment {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const relativeThreshold = 0.1;
/** −54 dBFS: below it there is nothing to hear, however quiet the rest is. */
export const absoluteGate = 0.002;
const minSilenceSeconds = 1;
const padSeconds = 0.2;
export const longestSegmentSeconds = 30;
const earliestCutSeconds = 12;
const shortestSegmentSeconds = 0.3;
const hopSeconds = frameHopSamples / voiceRateHz;
const frameSeconds = frameSamples / voiceRateHz;

/**
 * `rms` is one value a frame of 2048 samples every 512 at 16 kHz. Segments come in order and do not overlap. With
 * `voiced`, spans in order in which someone may sing, what is loud but outside of them is left out, unless nothing
 * would be left: recognisers invent words over solos, and energy alone cannot tell a solo from a verse.
 */
export function segmentByEnergy(
  rms: Float32Array,
  songSeconds: number,
  voiced: readonly Segment[] | null = null,
): Segment[] {
  const loud = loudSpans(rms, songSeconds);
  const sung = voiced === null ? [] : overlaps(loud, voiced);
  return (sung.length > 0 ? sung : loud).flatMap((span) => cutAtQuietest(span, rms));
}

/** Spans that are `padSeconds` longer than what is in them, with pauses shorter than `bridgedSeconds` filled. */
export function joinedSpans(
  spans: readonly Segment[],
  { padSeconds, bridgedSeconds, songSeconds }: SpanRules,
): Segment[] {
  const joined: { startSeconds: number; endSeconds: number }[] = [];
  for (const span of spans) {
    const startSeconds = Math.max(0, span.startSeconds - padSeconds);
    const endSeconds = Math.min(songSeconds, span.endSeconds + padSeconds);
    const last = joined.at(-1);
    if (last && startSeconds - last.endSeconds < bridgedSeconds) {
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
    } else joined.push({ startSeconds, endSeconds });
  }
  return joined;
}

export interface SpanRules {
  readonly padSeconds: number;
  readonly bridgedSeconds: number;
  readonly songSeconds: number;
}

/** What both lists have, as far as it is long enough for a segment. */
function overlaps(a: readonly Segment[], b: readonly Segment[]): Segment[] {
  const shared: Segment[] = [];
  for (const one of a) {
    for (const other of b) {
      const startSeconds = Math.max(one.startSeconds, other.startSeconds);
      const endSeconds = Math.min(one.endSeconds, other.endSeconds);
      if (endSeconds - startSeconds >= shortestSegmentSeconds) shared.push({ startSeconds, endSeconds });
    }
  }
  return shared;
}

function loudSpans(rms: Float32Array, songSeconds: number): Segment[] {
  let highest = 0;
  for (const value of rms) if (value > highest) highest = value;
  const threshold = Math.max(absoluteGate, relativeThreshold * highest);
  const runs: { from: number; to: number }[] = [];
  for (let frame = 0; frame < rms.length; frame++) {
    if (rms[frame]! < threshold) continue;
    const last = runs.at(-1);
    const gapSeconds = last ? (frame - last.to) * hopSeconds : Number.POSITIVE_INFINITY;
    if (last && gapSeconds < minSilenceSeconds) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1 });
  }
  const segments: Segment[] = [];
  for (const { from, to } of runs) {
    const startSeconds = Math.max(segments.at(-1)?.endSeconds ?? 0, from * hopSeconds - padSeconds);
    const endSeconds = Math.min(songSeconds, (to - 1) * hopSeconds + frameSeconds + padSeconds);
    if (endSeconds - startSeconds < shortestSegmentSeconds) continue;
    segments.push({ startSeconds, endSeconds });
  }
  return segments;
}

function cutAtQuietest(segment: Segment, rms: Float32Array): Segment[] {
  const pieces: Segment[] = [];
  let { startSeconds } = segment;
  while (segment.endSeconds - startSeconds > longestSegmentSeconds) {
    const rest = segment.endSeconds - startSeconds;
    // Two halves rather than thirty seconds and a crumb.
    const latest = Math.min(longestSegmentSeconds, rest - 1);
    const first = Math.round((startSeconds + earliestCutSeconds) / hopSeconds);
    const last = Math.floor((startSeconds + latest - frameSeconds / 2) / hopSeconds);
    let quietest = first;
    for (let frame = first; frame <= last && frame < rms.length; frame++) {
      if (rms[frame]! < rms[quietest]!) quietest = frame;
    }
    const cut = quietest * hopSeconds + frameSeconds / 2;
    pieces.push({ startSeconds, endSeconds: cut });
    startSeconds = cut;
  }
  pieces.push({ startSeconds, endSeconds: segment.endSeconds });
  return pieces;
}
