/** What two songs share: the core of search and of two-song comparison. Pure. */

import { beatsABar } from '../../../evidence-view/bars.js';
import { chordEvidence } from '../../../music/harmony/chord-evidence.js';
import type { SongDescription } from '../../../music/song-description.js';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import { originOf } from '../evidence/origin.js';
import { evenBitsAmong, falseAlarmsAmong, reportingThreshold, signatureMetric } from './calibration.js';
import { type Claims, claimsOf } from './claims.js';
import { decisiveMatch } from './decisive-match.js';
import { type HarmonyMatch, harmonyMatch } from './harmony-match.js';
import { type KeyAgreement, keyAgreement } from './key-agreement.js';
import { changedMatch, type LineMatch } from './line-match.js';
import { lineMatches, type QuickLook, quickLook } from './line-matches.js';
import { type OtherTempo, otherTempos } from './other-tempo.js';
import { type PreparedSong, prepareSong } from './prepared-song.js';
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

/** Two songs, nothing else: pure, and the same for the same input. `among`: what a search for the second one knows of it. */
export function compareSongs(
  a: SongDescription,
  b: SongDescription,
  among: Pick<HowToCompare, 'songs' | 'standing'> = {},
): Comparison {
  return comparePrepared(prepareSong(a), prepareSong(b), { chroma: otherTempos, ...among });
}
