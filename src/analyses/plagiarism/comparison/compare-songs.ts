/** What two songs share: the core of search and of two-song comparison. Pure. */

import { beatsABar } from '../../../evidence-view/bars.js';
import type { Alignment } from '../../../music/alignment/local-alignment.js';
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import { chordEvidence } from '../../../music/harmony/chord-evidence.js';
import {
  alignedLines,
  type LineEvidence,
  lineEvidence,
  type PreparedLine,
  quickBits,
} from '../../../music/melody/evidence.js';
import { facingParts, type SongLine } from '../../../music/melody/line-parts.js';
import { type LineName, lineNames, type SongDescription } from '../../../music/song-description.js';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { originOf } from '../evidence/origin.js';
import { runCost } from '../evidence/run-cost.js';
import { evenBitsAmong, falseAlarmsAmong, reportingThreshold, signatureMetric } from './calibration.js';
import { type Claims, claimsOf } from './claims.js';
import { decisiveMatch } from './decisive-match.js';
import { type HarmonyMatch, harmonyMatch } from './harmony-match.js';
import { type KeyAgreement, keyAgreement } from './key-agreement.js';
import { changedMatch, type LineMatch, noWholeTune } from './line-match.js';
import { type OtherTempo, otherTempos } from './other-tempo.js';
import { measuredPace } from './pace.js';
import { isAlone, type PreparedSong, prepareSong } from './prepared-song.js';
import { type MatchedPoint, runOf } from './runs.js';
import { type SegmentMatch, segmentMatches, withSegments } from './segment-match.js';
import { tonalMatch } from './tonal-match.js';

export interface Comparison extends Claims {
  /** Calibrated, 0 … 1: of `bits`, among as many songs as were searched. */
  readonly signatureMetric: number;
  /** Bits at which the metric is 0.5. */
  readonly evenBits: number;
  /** Whether the evidence reaches the reporting threshold. */
  readonly reported: boolean;
  /** Null where the chords share nothing beyond chance. */
  readonly harmony: HarmonyMatch | null;
  /** The chroma sequence of all that sounds, beat by beat, reported on the toplines; null where it shares nothing beyond chance. */
  readonly tonal: LineMatch | null;
  /** Whether the decisive transposition agrees with the songs' keys; null where they share nothing. */
  readonly keys: KeyAgreement | null;
  /** Beats a bar of most of the second song. */
  readonly comparisonMeter: number;
  /** How many of 1,000 unrelated songs would reach the bits. */
  readonly expectedFalseAlarms: number;
  readonly finding: 'found' | 'possible' | 'not_found';
}

/** Notes that make a segment that is reported, and matching notes from which whole tunes may add to their bits. */
const [fewestNotesASegment, notesOfAMatch] = [4, 5];
/** Lines of different names are aligned in full only where the coarse pass finds so much of the best pair's bits. */
const promisingShare = 0.7;

/** Two lines, aligned. */
interface LookedPair {
  readonly x: SongLine;
  readonly y: SongLine;
  /** What of them was aligned. */
  readonly parts: readonly [PreparedLine, PreparedLine];
  /** Without its pairs. */
  readonly alignment: Alignment;
  readonly bits: number;
}

/** What the coarse pass finds in every distinct pair of lines. */
export interface QuickLook {
  readonly pairs: readonly LookedPair[];
  /** The most bits of them; a cheap estimate of what a comparison finds. */
  readonly bits: number;
}

/** For choosing what to compare in full. */
export function quickLook(a: PreparedSong, b: PreparedSong): QuickLook {
  const pairs: LookedPair[] = [];
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (!isCompared(lineA, lineB) || pairs.some((pair) => pair.x === x && pair.y === y)) continue;
      const parts = facingParts(x, y);
      const alignment = alignedLines(...parts);
      pairs.push({ x, y, parts, alignment, bits: quickBits(...parts, alignment) });
    }
  }
  return { pairs, bits: pairs.reduce((most, { bits }) => Math.max(most, bits), 0) };
}

export interface HowToCompare {
  /**
   * Readings of the first song's tempo in which the chroma sequences are aligned, besides as counted and those that a
   * description holds to be close; null leaves the chroma sequences out.
   */
  readonly chroma: readonly OtherTempo[] | null;
  /** Where it was had before. */
  readonly look?: QuickLook;
  /** How many songs were searched for the second one; 1 where it was named. */
  readonly songs?: number;
  /** Bits by which the chroma sequence stands out among the songs of the search (search/chroma-standing.ts). */
  readonly standing?: number;
}

/**
 * Aligns the lines of two songs: each with its namesake, and every line with the other song's topline (the same tune
 * may be sung here and played there). Songs without beats or melody give an empty comparison.
 */
export function comparePrepared(
  a: PreparedSong,
  b: PreparedSong,
  { chroma, look = quickLook(a, b), songs = 1, standing = 0 }: HowToCompare = { chroma: otherTempos },
): Comparison {
  const evidence = chordEvidence(a.chords, b.chords);
  const harmony = harmonyMatch(a.description, b.description, a.chords, b.chords, evidence);
  const chromaMatch = chroma && tonalMatch(a, b, chroma);
  const tonal = chromaMatch && changedMatch(chromaMatch, chromaMatch.bits);
  const lines = lineMatches(a, b, look);
  const found = { ...claimsOf(a, b, { lines, harmony, tonal: chromaMatch, standing }), harmony, tonal };
  const origin = originOf(a.description, b.description);
  const even = evenBitsAmong(songs, origin);
  const metric = signatureMetric(found.bits, even);
  const reported = metric >= reportingThreshold;
  const decisive = decisiveMatch(found);
  const keys = decisive && keyAgreement(a.description, b.description, decisive.transposition, decisive.run);
  const { calibration } = embeddedPairEvidence();
  const alarms = falseAlarmsAmong(songs, origin, found.bits);
  const finding = reported ? 'found' : alarms <= calibration.possible ? 'possible' : 'not_found';
  return {
    ...found,
    signatureMetric: metric,
    evenBits: even,
    reported,
    keys,
    comparisonMeter: beatsABar(b.description),
    expectedFalseAlarms: alarms,
    finding,
  };
}

/** Of every pair of lines that is looked at and whose coarse pass promises enough; pairs without any alignment are left out. */
function lineMatches(a: PreparedSong, b: PreparedSong, look: QuickLook): LineMatch[] {
  const done = new Map<LookedPair, LineEvidence>();
  const matches: LineMatch[] = [];
  const origin = originOf(a.description, b.description);
  const promising = promisingShare * look.bits;
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      if (!isCompared(lineA, lineB)) continue;
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (x.sequence.length < 4 || y.sequence.length < 4) continue;
      const pair = look.pairs.find((one) => one.x === x && one.y === y)!;
      const { parts, alignment, bits } = pair;
      const known = done.get(pair);
      if (lineA !== lineB && !known && bits < promising) continue;
      // The same notes under other names: only the namesakes are reported again.
      if (known && lineA !== lineB) continue;
      const evidence = known ?? lineEvidence(...parts, alignment, origin);
      done.set(pair, evidence);
      const match = lineMatch(a, b, { lineA, lineB, parts }, evidence);
      if (match) matches.push(match);
    }
  }
  return matches;
}

/** Which lines of two songs are looked at: namesakes, and every line with the other song's topline. */
function isCompared(lineA: LineName, lineB: LineName): boolean {
  return lineA === lineB || lineA === 'topline' || lineB === 'topline';
}

/** Two songs, nothing else: pure, and the same for the same input. `among`: what a search for the second one knows of it. */
export function compareSongs(
  a: SongDescription,
  b: SongDescription,
  among: Pick<HowToCompare, 'songs' | 'standing'> = {},
): Comparison {
  return comparePrepared(prepareSong(a), prepareSong(b), { chroma: otherTempos, ...among });
}

function lineMatch(
  a: PreparedSong,
  b: PreparedSong,
  { lineA, lineB, parts: [x, y] }: Pick<LineMatch, 'lineA' | 'lineB'> & Pick<LookedPair, 'parts'>,
  { bits: aligned, alignment }: LineEvidence,
): LineMatch | null {
  const points = alignment.pairs.map((pair) => matchedPoint(x, y, pair.a, pair.b));
  const run = runOf(points);
  if (!run) return null;
  const { uneven } = measuredPace(points);
  const bits = isAlone(a, b) ? aligned : aligned - runCost(embeddedPairEvidence().model, [uneven]);
  const transposition = nearestTransposition(alignment.transposition);
  const matchedOnsets = points.map((point) => [point.a, point.b] as const);
  const cut = (fewestNotes: number): SegmentMatch[] =>
    segmentMatches(a.description, b.description, points, fewestNotes, transposition);
  const match = { basis: 'melody', lineA, lineB, bits, transposition, run, matchedOnsets } as const;
  return withSegments({ ...match, ...noWholeTune }, () => {
    const segments = cut(fewestNotesASegment);
    // Of notes longer than a bar 16 beats hold fewer: what may be reported, by its passage or as a whole tune, is shown all the same.
    const isMuch =
      bits >= evenBitsAmong(1, originOf(a.description, b.description)) || points.length >= notesOfAMatch;
    return segments.length > 0 || !isMuch ? segments : cut(1);
  });
}

function matchedPoint(x: PreparedLine, y: PreparedLine, noteA: number, noteB: number): MatchedPoint {
  const a = x.sequence.onsetBeats[noteA]!;
  const b = y.sequence.onsetBeats[noteB]!;
  return {
    a,
    b,
    endA: a + x.sequence.spanBeats[noteA]!,
    endB: b + y.sequence.spanBeats[noteB]!,
    bits: x.bits[noteA]! + y.bits[noteB]!,
  };
}
