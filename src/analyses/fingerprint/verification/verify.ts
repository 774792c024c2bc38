/**
 * Verification: given a place where the query may lie, aligns its peaks with the song's peaks and counts those
 * that coincide in time and pitch, against the number that would by chance. Speed, tempo and pitch are free.
 */

import { framesPerSecond, framesPerUnit, verification } from '../parameters.js';
import type { FrameRange } from '../peaks/peak-codec.js';
import { type PeakList, stretchOf } from '../peaks/peak-list.js';
import { isByStretcher } from '../sound-places.js';
import type { Line } from './coincidence.js';
import { fitLine, fitStart } from './line-fit.js';
import { type Alignment, measure } from './measure.js';
import { densest, halfWidthFrames, NearPairs } from './near-pairs.js';
import { atKeptSpeed, type CoarseLine, searchScale } from './scale-search.js';

/** A line to start from, in units of framesPerUnit: position in the song = start + scale · query time. */
export interface Hypothesis {
  readonly start: number;
  readonly scale: number;
  /** The speed is taken to be unchanged: of few surviving peaks too many other speeds fit some. */
  readonly keepsSpeed?: boolean;
  /** The place is where a sweep found it (sweep.ts): it stands however few peaks coincide there. */
  readonly sweptScore?: number | undefined;
  /** The query's pitch above the song's where a sweep found it changed (changed-sweep.ts); absent where nothing is changed. */
  readonly sweptCents?: number | undefined;
  /** Mean query time of the hits that suggest the line: there it passes surely, whatever its scale. */
  readonly pivot?: number;
  /** How the pitch follows the scale, where the query is assumed to be changed: not at all, or as in a change of speed. */
  readonly pitchFollows?: 'nothing' | 'speed';
}

/** The frames of a song that the verification of a hypothesis looks at. */
export function stretchToVerify(query: PeakList, hypothesis: Hypothesis): FrameRange {
  const line = lineOf(hypothesis);
  const [own, kept] = [line, atUnchangedScale(line, middleOf(query))].map((one) => rangeAbout(query, one));
  return {
    fromFrame: Math.min(own!.fromFrame, kept!.fromFrame),
    toFrame: Math.max(own!.toFrame, kept!.toFrame),
  };
}

/** The best alignment near a hypothesis, or null when nothing coincides; of the song at least what `stretchToVerify` says is needed. */
export function verify(query: PeakList, wholeSong: PeakList, hypothesis: Hypothesis): Alignment | null {
  const line = lineOf(hypothesis);
  const { sweptScore, sweptCents } = hypothesis;
  if (sweptScore !== undefined && sweptCents !== undefined) {
    const found = verifyChanged(query, wholeSong, { ...line, cents: sweptCents });
    return { ...found, isChangeAssumed: true, sweptScore };
  }
  if (sweptScore !== undefined) {
    const found = verifyKeptSpeed(query, wholeSong, line) ?? nothingCoincides(query);
    return { ...found, startFrames: line.start, sweptScore };
  }
  if (hypothesis.keepsSpeed) return verifyKeptSpeed(query, wholeSong, line);
  const song = within(wholeSong, query, line);
  const scales = otherScales(line.scale, middleOf(query));
  const pairs = pairsOf(query, song, line, scales);
  const near = coarseLine(pairs, scales, middleOf(query));
  const { pitchFollows, pivot } = hypothesis;
  const other =
    pitchFollows && searchScale(query, song, line, { pivot: withinQuery(query, pivot ?? 0), pitchFollows });
  if (other && other.pairs > (near?.pairs ?? 0)) {
    return measure(query, song, fitLine(pairsAbout(query, song, other), other));
  }
  return near && measure(query, song, fitLine(pairs, near));
}

function lineOf({ start, scale }: Hypothesis): Line {
  // A posting's time is rounded down on both sides: half a unit lies between them on average.
  return { start: (start + 0.5 - 0.5 * scale) * framesPerUnit, scale, cents: 0 };
}

/** The line that lies as this one does at the query's middle. */
function atUnchangedScale({ start, scale }: Line, middle: number): Line {
  return { start: start + (scale - 1) * middle, scale: 1, cents: 0 };
}

function verifyKeptSpeed(query: PeakList, wholeSong: PeakList, anyScale: Line): Alignment | null {
  const middle = middleOf(query);
  const line = atUnchangedScale(anyScale, middle);
  const song = within(wholeSong, query, line);
  const near = atKeptSpeed(query, song, line);
  return near && measure(query, song, fitStart(pairsAbout(query, song, near), near, middle));
}

/** Few peaks need coincide: a line is known to a scale of 0.3 % and to two frames. */
function verifyChanged(query: PeakList, wholeSong: PeakList, line: Line): Alignment {
  const song = within(wholeSong, query, line);
  const fitted = fitLine(pairsAbout(query, song, line), line);
  const { start, scale, cents } = isOneFactor(fitted) === isOneFactor(line) ? fitted : line;
  const found = measure(query, song, { start, scale, cents }) ?? nothingCoincides(query);
  return { ...found, startFrames: start, scale, pitchCents: cents };
}

function isOneFactor({ scale, cents }: Line): boolean {
  return !isByStretcher({ scale, pitchCents: cents });
}

/** The evidence of a place where no more peaks coincide than by chance. */
function nothingCoincides({ count, times }: PeakList): Alignment {
  return {
    startFrames: 0,
    scale: 1,
    pitchCents: 0,
    isChangeAssumed: false,
    peaks: count,
    coincident: 0,
    chance: 0,
    z: 0,
    excess: 0,
    sharpness: 0,
    agreement: 0,
    early: 0,
    onGrid: 1,
    coherence: null,
    fineStructure: null,
    coverage: 0,
    fromSeconds: 0,
    toSeconds: (times[count - 1] ?? 0) / framesPerSecond,
    queryCoverage: 0,
  };
}

/** In frames. The scales that are tried are as close together as the query's far end is from the pivot: it must not lie beyond the query. */
function withinQuery(query: PeakList, pivotUnits: number): number {
  return Math.max(0, Math.min(pivotUnits * framesPerUnit, query.times[query.count - 1] ?? 0));
}

function middleOf(query: PeakList): number {
  return (query.times[query.count - 1] ?? 0) / 2;
}

/** Frames beside the hypothesis that its refinement and the shifts of chance may reach. */
const marginFrames = 400;

/** The song's peaks around the place: a recording of hours costs no more than its part of the query's length. */
function within(song: PeakList, query: PeakList, line: Line): PeakList {
  const { fromFrame, toFrame } = rangeAbout(query, line);
  return stretchOf(song, fromFrame, toFrame);
}

function rangeAbout(query: PeakList, { start, scale }: Line): FrameRange {
  const length = query.count > 0 ? query.times[query.count - 1]! : 0;
  return { fromFrame: start - marginFrames, toFrame: start + scale * length * 1.05 + marginFrames };
}

/** Beside the histogram's ends: fits look so much farther. */
const fitFrames = 6;
const fitCents = 30;

/** The pairs that the lines of these scales, and fits that begin at one of them, look at. */
function pairsOf(query: PeakList, song: PeakList, line: Line, scales: readonly number[]): NearPairs {
  const offset = Math.max(0, ...scales.map((scale) => Math.abs(scale - line.scale))) * middleOf(query);
  const besideFrames = halfWidthFrames + fitFrames + offset;
  const maxCents = verification.maxPitchCents + fitCents;
  return new NearPairs(query, song, line, { pivot: 0, halfWidthFrames: besideFrames, widest: 0, maxCents });
}

/** The pairs that fits of a line look at that is nearly right. */
function pairsAbout(query: PeakList, song: PeakList, line: Line): NearPairs {
  const maxCents = Math.abs(line.cents) + 2 * fitCents;
  return new NearPairs(query, song, line, { pivot: 0, halfWidthFrames: 2 * fitFrames, widest: 0, maxCents });
}

/** Other scales tried where the hypothesis does not show at once: few hits, as noise leaves, fix the scale badly. */
const scaleSteps = [-0.005, 0.005, -0.01, 0.01];
/** Pairs in the maximum's cells above which there is no doubt. */
const clearPairs = 40;
/** Queries up to this long are tried at every scale: within few seconds hits hardly fix it. */
const shortFrames = 6 * framesPerSecond;
const shortScales = { min: 0.89, max: 1.11 } as const;
/** Frames by which the ends of a short query may be off at the nearest scale that is tried. */
const shortBlurFrames = 1.2;

function coarseLine(pairs: NearPairs, scales: readonly number[], middle: number): CoarseLine | null {
  let best = coarsePeak(pairs, pairs.line.scale, middle);
  if (best && best.pairs >= clearPairs) return best;
  for (const scale of scales) {
    const peak = coarsePeak(pairs, scale, middle);
    if (peak && (!best || peak.pairs > best.pairs)) best = peak;
  }
  return best;
}

function otherScales(scale: number, middle: number): number[] {
  if (2 * middle > shortFrames || middle < 1) return scaleSteps.map((step) => scale + step);
  const step = (2 * shortBlurFrames) / middle;
  const each = Math.ceil((shortScales.max - 1) / step);
  const scales = Array.from({ length: 2 * each + 1 }, (_, i) => 1 + (i - each) * step);
  return scales.filter((other) => other >= shortScales.min && other <= shortScales.max);
}

/** Where a histogram of (time difference, pitch difference) of all pairs near a line of this scale has its maximum. */
function coarsePeak(pairs: NearPairs, scale: number, middle: number): CoarseLine | null {
  const { line } = pairs;
  const faster = scale - line.scale;
  const found = densest(pairs, faster, middle, verification.maxPitchCents);
  if (found.pairs < 3) return null;
  return {
    start: line.start - faster * middle + found.frames,
    scale,
    cents: found.cents,
    pairs: found.pairs,
  };
}
