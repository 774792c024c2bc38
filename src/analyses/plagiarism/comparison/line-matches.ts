/** What the lines of two songs share, each pair of lines for itself. */

import type { Alignment } from '../../../music/alignment/local-alignment.js';
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import {
  alignedLines,
  type LineEvidence,
  lineEvidence,
  type PreparedLine,
  quickBits,
} from '../../../music/melody/evidence.js';
import { facingParts, type SongLine } from '../../../music/melody/line-parts.js';
import { type LineName, lineNames } from '../../../music/song-description.js';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { originOf } from '../evidence/origin.js';
import { runCost } from '../evidence/run-cost.js';
import { laidMatch } from './laid-match.js';
import { type LineMatch, matchOf } from './line-match.js';
import { measuredPace } from './pace.js';
import { isAlone, type PreparedSong } from './prepared-song.js';
import type { MatchedPoint } from './runs.js';

/** Lines of different names are aligned in full only where the coarse pass finds so much of the best pair's bits. */
const promisingShare = 0.7;
const fewestNotes = 4;

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

/** Which lines of two songs are looked at: namesakes, and every line with the other song's topline. */
function isCompared(lineA: LineName, lineB: LineName): boolean {
  return lineA === lineB || lineA === 'topline' || lineB === 'topline';
}

/**
 * Of every pair of lines that is looked at and whose coarse pass promises enough, that of alignment and laying which says more; pairs of which both say
 * nothing are left out.
 */
export function lineMatches(a: PreparedSong, b: PreparedSong, look: QuickLook): LineMatch[] {
  const done = new Map<LookedPair, LineEvidence>();
  const matches: LineMatch[] = [];
  const origin = originOf(a.description, b.description);
  const promising = promisingShare * look.bits;
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      if (!isCompared(lineA, lineB)) continue;
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (x.sequence.length < fewestNotes || y.sequence.length < fewestNotes) continue;
      const pair = look.pairs.find((one) => one.x === x && one.y === y)!;
      const { parts, alignment, bits } = pair;
      const known = done.get(pair);
      if (lineA !== lineB && !known && bits < promising) continue;
      // The same notes under other names: only the namesakes are reported again.
      if (known && lineA !== lineB) continue;
      const evidence = known ?? lineEvidence(...parts, alignment, origin);
      done.set(pair, evidence);
      const aligned = alignedMatch(a, b, { lineA, lineB, parts }, evidence);
      const laid = lineA === lineB ? laidMatch(a, b, lineA, aligned?.bits ?? 0) : null;
      const match = laid ?? aligned;
      if (match) matches.push(match);
    }
  }
  return matches;
}

function alignedMatch(
  a: PreparedSong,
  b: PreparedSong,
  { lineA, lineB, parts: [x, y] }: Pick<LineMatch, 'lineA' | 'lineB'> & Pick<LookedPair, 'parts'>,
  { bits: aligned, alignment }: LineEvidence,
): LineMatch | null {
  const points = alignment.pairs.map((pair) => matchedPoint(x, y, pair.a, pair.b));
  const { uneven } = measuredPace(points);
  const bits = isAlone(a, b) ? aligned : aligned - runCost(embeddedPairEvidence().model, [uneven]);
  const transposition = nearestTransposition(alignment.transposition);
  const matchedOnsets = points.map((point) => [point.a, point.b] as const);
  const found = { lineA, lineB, bits, alignedBits: bits, transposition, matchedOnsets };
  return matchOf(a.description, b.description, found, points);
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
