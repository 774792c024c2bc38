/** What two songs share: the core of search and of two-song comparison. Pure. */

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
import { isTranscribed, type SongDescription } from '../../../music/song-description.js';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { runCost } from '../evidence/run-cost.js';
import { agreementBits, type SharedSequence } from './agreement.js';
import { evenBitsAmong, falseAlarmsAmong, reportingThreshold, signatureMetric } from './calibration.js';
import { decisiveMatch } from './decisive-match.js';
import {
  bitsAsChords,
  type HarmonyMatch,
  harmonyAloneCost,
  harmonyMatch,
  isAccompaniment,
  joinedBits,
} from './harmony-match.js';
import { type KeyAgreement, keyAgreement } from './key-agreement.js';
import { changedMatch, type LineMatch, withSegments } from './line-match.js';
import { type LineName, lineNames } from './melody-codes.js';
import { type OtherTempo, otherTempos } from './other-tempo.js';
import { measuredPace } from './pace.js';
import { isAlone, type PreparedSong, prepareSong } from './prepared-song.js';
import { type MatchedPoint, runOf } from './runs.js';
import { type SegmentMatch, segmentMatches } from './segment-match.js';
import { tonalMatch } from './tonal-match.js';

export interface Comparison {
  /** Calibrated, 0 … 1: of `bits`, among as many songs as were searched. */
  readonly signatureMetric: number;
  /** Bits at which the metric is 0.5. */
  readonly evenBits: number;
  /** The best line's, raised a little where the chords agree; or the chords' or the chroma sequence's, where those say more; `agreement` and `standing` in it. */
  readonly bits: number;
  /** Bits that the weaker of melody and chroma sequence adds to the stronger one (agreement.ts); in its claim. */
  readonly agreement: number;
  /** Bits of the chroma sequence's claim that come from how far it stands out among the songs of the search. */
  readonly standing: number;
  /** What `bits` stands on. */
  readonly basis: 'melody' | 'harmony' | 'tonal';
  /** What each kind of evidence amounts to, in bits; the largest is `bits`. 0 where it amounts to nothing. */
  readonly claims: Readonly<Record<'melody' | 'harmony' | 'tonal', number>>;
  /** Whether the evidence reaches the reporting threshold. */
  readonly reported: boolean;
  /** Strongest first; line pairs without any alignment are left out. */
  readonly lines: readonly LineMatch[];
  /** Null where the chords share nothing beyond chance. */
  readonly harmony: HarmonyMatch | null;
  /** The chroma sequence of all that sounds, beat by beat, reported on the toplines; null where it shares nothing beyond chance. */
  readonly tonal: LineMatch | null;
  /** Whether the decisive transposition agrees with the songs' keys; null where they share nothing. */
  readonly keys: KeyAgreement | null;
  /** How many of 1,000 unrelated songs would reach the bits. */
  readonly expectedFalseAlarms: number;
  readonly finding: 'found' | 'possible' | 'not_found';
}

/** Notes that make a segment that is reported. */
const fewestNotesASegment = 4;
/** Lines of different names are aligned in full only where the coarse pass finds so much of the best pair's bits. */
const promisingShare = 0.7;

/** Of written songs, a bit of melody is good for this many bits of chroma sequence. */
const chromaSupport = 2;

/**
 * By how far it stands out, a chroma sequence is raised by this share of its own bits at most: beside songs unlike both, two that share nothing but
 * their changes stand out as another recording does.
 */
const standingLimit = 0.5;

/** Two lines, aligned. */
interface LookedPair {
  readonly x: PreparedLine;
  readonly y: PreparedLine;
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

/** `heard` where one of two songs is a recording or a transcription of one. */
export function originOf(a: PreparedSong, b: PreparedSong): 'heard' | 'written' {
  return isTranscribed(a.description) || isTranscribed(b.description) ? 'heard' : 'written';
}

/** The same, by the name that the calibration has for it. */
function reportedOrigin(a: PreparedSong, b: PreparedSong): 'transcribed' | 'written' {
  return originOf(a, b) === 'heard' ? 'transcribed' : 'written';
}

/** For choosing what to compare in full. */
export function quickLook(a: PreparedSong, b: PreparedSong): QuickLook {
  const pairs: LookedPair[] = [];
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (!isCompared(lineA, lineB) || pairs.some((pair) => pair.x === x && pair.y === y)) continue;
      const alignment = alignedLines(x, y);
      pairs.push({ x, y, alignment, bits: quickBits(x, y, alignment) });
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
  const done = new Map<PreparedLine, Map<PreparedLine, LineEvidence>>();
  const matches: LineMatch[] = [];
  const lines = originOf(a, b);
  const promising = promisingShare * look.bits;
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      if (!isCompared(lineA, lineB)) continue;
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (x.sequence.length < 4 || y.sequence.length < 4) continue;
      const known = done.get(x)?.get(y);
      const { alignment, bits } = look.pairs.find((pair) => pair.x === x && pair.y === y)!;
      if (lineA !== lineB && !known && bits < promising) continue;
      // The same notes under other names: only the namesakes are reported again.
      if (known && lineA !== lineB) continue;
      const evidence = known ?? lineEvidence(x, y, alignment, lines);
      if (!done.has(x)) done.set(x, new Map());
      done.get(x)!.set(y, evidence);
      const match = lineMatch(a, b, lineA, lineB, evidence);
      if (match) matches.push(match);
    }
  }
  const evidence = chordEvidence(a.chords, b.chords);
  const harmony = harmonyMatch(a.description, b.description, a.chords, b.chords, evidence);
  const accompaniment = matches.filter((line) => isAccompaniment(line, a, b));
  const tunes = matches.filter((line) => !accompaniment.includes(line));
  const tune = tunes
    .map((line): SharedSequence => {
      const { bits, transposition } = line;
      return { bits: bits + joinedBits(line, harmony), transposition };
    })
    .reduce<SharedSequence | null>((most, one) => (one.bits > (most?.bits ?? 0) ? one : most), null);
  const melodyBits = tune?.bits ?? 0;
  const ranked = [
    ...tunes,
    ...accompaniment.map((line) => changedMatch(line, bitsAsChords(line.bits, harmony))),
  ];
  ranked.sort((x, y) => y.bits - x.bits);
  const tonal = chroma && tonalMatch(a, b, chroma);
  // A shared accompaniment that says half as much as the chroma sequence is most of what the chroma sequence consists of.
  const isChromaExplained = tonal !== null && accompaniment.some((line) => 2 * line.bits >= tonal.bits);
  const chromaAsChords = tonal ? bitsAsChords(tonal.bits, harmony) : 0;
  // Where both songs are written their tunes are known: a chroma sequence alone is then the accompaniment that many songs share.
  const supported = lines === 'heard' ? Number.POSITIVE_INFINITY : chromaSupport * melodyBits;
  const supportedBits = Math.max(chromaAsChords, Math.min(tonal?.bits ?? 0, supported));
  const chromaBits = isChromaExplained ? chromaAsChords : supportedBits;
  // Of written songs the tune decides, and its background is known; the chroma sequence of a line without company is that line's once more.
  const sequence = tonal && { bits: chromaBits, transposition: tonal.transposition };
  const isAgreementKnown = lines === 'heard' && a.isAccompanied && b.isAccompanied;
  const agreement = isAgreementKnown ? agreementBits(tune, sequence) : 0;
  // What another recording of a song shares with it is above chance by little, and above all other songs by much.
  const canStandOut = lines === 'heard' && !isChromaExplained;
  const standingBits = canStandOut ? Math.min(standing, standingLimit * chromaBits) : 0;
  const isTuneStronger = melodyBits >= chromaBits;
  const claims = [
    { basis: 'melody', bits: melodyBits + (isTuneStronger ? agreement : 0) },
    { basis: 'harmony', bits: harmony ? harmony.bits - harmonyAloneCost : 0 },
    { basis: 'tonal', bits: chromaBits + standingBits + (isTuneStronger ? 0 : agreement) },
  ] as const;
  const { basis, bits } = claims.reduce((best, claim) => (claim.bits > best.bits ? claim : best));
  const amount = (of: 'melody' | 'harmony' | 'tonal'): number =>
    Math.max(0, claims.find((claim) => claim.basis === of)!.bits);
  const amounts = { melody: amount('melody'), harmony: amount('harmony'), tonal: amount('tonal') };
  const origin = reportedOrigin(a, b);
  const evenBits = evenBitsAmong(songs, origin);
  const metric = signatureMetric(bits, evenBits);
  const reported = metric >= reportingThreshold;
  const found = {
    signatureMetric: metric,
    evenBits,
    bits,
    agreement,
    standing: standingBits,
    basis,
    claims: amounts,
    reported,
    lines: ranked,
    harmony,
    tonal,
  };
  const decisive = decisiveMatch(found);
  const keys = decisive && keyAgreement(a.description, b.description, decisive.transposition);
  const { calibration } = embeddedPairEvidence();
  const alarms = falseAlarmsAmong(songs, origin, bits);
  const finding = reported ? 'found' : alarms <= calibration.possible ? 'possible' : 'not_found';
  return { ...found, keys, expectedFalseAlarms: alarms, finding };
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
  lineA: LineName,
  lineB: LineName,
  { bits: aligned, alignment }: LineEvidence,
): LineMatch | null {
  const [x, y] = [a.lines[lineA], b.lines[lineB]];
  const points = alignment.pairs.map((pair) => matchedPoint(x, y, pair.a, pair.b));
  const run = runOf(points);
  if (!run) return null;
  const { uneven } = measuredPace(points);
  const bits = isAlone(a, b) ? aligned : aligned - runCost(embeddedPairEvidence().model, [uneven]);
  const transposition = nearestTransposition(alignment.transposition);
  const matchedOnsets = points.map((point) => [point.a, point.b] as const);
  const cut = (fewestNotes: number): SegmentMatch[] =>
    segmentMatches(a.description, b.description, points, fewestNotes, transposition);
  return withSegments({ basis: 'melody', lineA, lineB, bits, transposition, run, matchedOnsets }, () => {
    const segments = cut(fewestNotesASegment);
    // Of notes longer than a bar 16 beats hold fewer: what may be reported is shown all the same.
    return segments.length > 0 || bits < evenBitsAmong(1, reportedOrigin(a, b)) ? segments : cut(1);
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
