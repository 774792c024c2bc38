/**
 * When is a match a duplicate? The highest z of a wrong song grows with the logarithm of the number of songs,
 * because the tail of wrong alignments is exponential: Z(N) keeps false matches below one query in a thousand, half of them
 * of queries as they are and half of all assumed changes together.
 * The numbers come from the bench's negatives; docs/measurements/fingerprint-decision.md has the run.
 */

import {
  falseFineStructuresPer1000,
  isOtherFineStructure,
  isSameFineStructure,
} from '../fine-structure/fine-structure-odds.js';
import { assumedChanges } from '../look-up/changes.js';
import type { Alignment } from '../verification/measure.js';
import { falseWaveformsPer1000, isOtherWaveform, isSameWaveform } from '../waveform/waveform-odds.js';

const falseMatchModel = {
  /** z that one query in two thousand reaches by chance in a catalogue of a thousand songs, at the most. */
  zAtThousandSongs: 18,
  /** How much higher it lies when there are e times as many songs. */
  zPerLogSongs: 3,
  /** Of the query as it is; the assumed changes together may be wrong as often. */
  falseRate: 5e-4,
} as const;

/** How similar two recordings must be. */
export type Strictness = 'normal' | 'strict';

export const decisionRules: Readonly<Record<Strictness, DecisionRules>> = {
  normal: {
    minExcess: 0.08,
    minCoverage: 0.5,
    minSimilarity: 1,
    minAgreement: 0.07,
    minExcessOfSameSound: 0,
  },
  strict: {
    minExcess: 0.3,
    minCoverage: 0.7,
    minSimilarity: 1.15,
    minAgreement: 0.3,
    minExcessOfSameSound: 0.3,
  },
};

export interface DecisionRules {
  readonly minExcess: number;
  readonly minCoverage: number;
  readonly minSimilarity: number;
  /** However sharp the rest: a band of pitch without anything in common is no copy's. */
  readonly minAgreement: number;
  /** Where the sound itself is shown to be the song's, little else is needed. */
  readonly minExcessOfSameSound: number;
}

/** How much the weights of the evidence are, for a sharpness of weight 1. */
const agreementWeight = 0.68;
const earlyWeight = 1;
const speedWeight = 0.4;
/** A stretcher blurs attacks: what is stretched or transposed is less sharp by itself. */
const stretchWeight = 0.12;
/** Below this concentration on semitones, what coincides is more than notes; the bonus grows to its most at 0.5. */
const gridOfNotes = 0.85;
const offGridWeight = 2;
const maxOffGrid = 0.7;
/** Above what any rendition reaches by its peaks at its own speed: the highest measured is 1.38. */
const clearSimilarity = 1.5;

/**
 * How surely the two are one recording and not two renditions of the same notes: sharpness and agreement, whether
 * anything comes too early, whether more than notes coincides, and whether pitch and tempo are changed by the same
 * factor, as a machine does and no performer.
 */
export function similarity(alignment: Alignment): number {
  const change = isSpeedChange(alignment) ? speedWeight : isStretched(alignment) ? stretchWeight : 0;
  return similarityByPeaks(alignment) + change;
}

/** The same without what a change adds: a machine can change a rendition's speed too. */
function similarityByPeaks(alignment: Alignment): number {
  const offGrid = Math.min(maxOffGrid, offGridWeight * Math.max(0, gridOfNotes - alignment.onGrid));
  return (
    alignment.sharpness + agreementWeight * alignment.agreement - earlyWeight * alignment.early + offGrid
  );
}

function isStretched({ scale, pitchCents }: Alignment): boolean {
  return Math.abs(scale - 1) > 0.015 || Math.abs(pitchCents) > 30;
}

function isSpeedChange({ scale, pitchCents }: Alignment): boolean {
  return Math.abs(scale - 1) > 0.015 && Math.abs(pitchCents - 1200 * Math.log2(scale)) < 6;
}

/**
 * A room blurs all bands of pitch, and then a band may have less in common. Where the rest is sharp, it is instruments
 * whose samples two renditions share.
 */
const blurred = { sharpness: 0.8, minAgreement: 0.04 } as const;

type Compared = Pick<Alignment, 'coherence' | 'fineStructure'>;

/** Whether the sound was compared and is the song's. */
export function isSameSound({ coherence, fineStructure }: Compared): boolean {
  return (
    (coherence !== null && isSameWaveform(coherence)) ||
    (fineStructure !== null && isSameFineStructure(fineStructure))
  );
}

/** Whether the sound was compared and is likelier another recording's. */
export function isOtherSound(compared: Compared): boolean {
  const { coherence, fineStructure } = compared;
  if (isSameSound(compared)) return false;
  return (
    (coherence !== null && isOtherWaveform(coherence)) ||
    (fineStructure !== null && isOtherFineStructure(fineStructure))
  );
}

/**
 * Whether the peaks alone leave no doubt: no rendition comes near, whatever speed it is played at. Else the sound is compared
 * where it is there, and a copy must be shown by it.
 */
export function isClear(alignment: Alignment): boolean {
  return similarityByPeaks(alignment) >= clearSimilarity;
}

/** Whether the alignment is similar enough to be of one recording, whatever its z says about chance. */
export function isSimilar(alignment: Alignment, rules: DecisionRules): boolean {
  if (isSameSound(alignment)) {
    return alignment.excess >= rules.minExcessOfSameSound && alignment.coverage >= rules.minCoverage;
  }
  if (isOtherSound(alignment) && !isClear(alignment)) return false;
  const minAgreement =
    alignment.sharpness < blurred.sharpness && rules === decisionRules.normal
      ? blurred.minAgreement
      : rules.minAgreement;
  return (
    alignment.excess >= rules.minExcess &&
    alignment.coverage >= rules.minCoverage &&
    alignment.agreement >= minAgreement &&
    similarity(alignment) >= rules.minSimilarity
  );
}

/** A match that holds for less of the query is reported but is no duplicate. */
const minQueryCoverage = 0.5;

/**
 * The least z of a duplicate in a catalogue of `songs`. Each assumed change is a search of its own, so that searching
 * under all of them counts as searching as many times more songs.
 */
export function zThreshold(songs: number, isChangeAssumed = false): number {
  const { zAtThousandSongs, zPerLogSongs } = falseMatchModel;
  const searches = isChangeAssumed ? assumedChanges.length : 1;
  // Music on a strict grid reaches z = 24 against the backwards play of itself: a small catalogue is no licence.
  return zAtThousandSongs + zPerLogSongs * Math.log((Math.max(songs, 1000) / 1000) * searches);
}

/** Expected number of wrong songs, of all searches of this kind of one query, that would give as much evidence. */
export function expectedFalseMatches(
  alignment: Compared & Pick<Alignment, 'z' | 'isChangeAssumed'>,
  songs: number,
): number {
  const { z, isChangeAssumed, coherence, fineStructure } = alignment;
  const above = z - zThreshold(songs, isChangeAssumed);
  const byPeaks = falseMatchModel.falseRate * Math.exp(-above / falseMatchModel.zPerLogSongs);
  if (!isSameSound(alignment)) return byPeaks;
  const byWaveform = coherence ? falseWaveformsPer1000(coherence) / 1000 : 1;
  const byFineStructure = fineStructure ? falseFineStructuresPer1000(fineStructure) / 1000 : 1;
  return Math.min(byPeaks, byWaveform, byFineStructure);
}

/** Whether the alignment is evidence of one recording at all, however little of the query it covers. */
export function isMatch(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  return (
    (alignment.z >= zThreshold(songs, alignment.isChangeAssumed) || isSameSound(alignment)) &&
    isSimilar(alignment, decisionRules[strictness])
  );
}

/** Whether more coincides than chance gives: the recording itself, or other recordings of the same notes. */
export function isBeyondChance(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  const { minExcess, minCoverage } = decisionRules[strictness];
  if (isSameSound(alignment)) return true;
  return (
    alignment.z >= zThreshold(songs, alignment.isChangeAssumed) &&
    alignment.excess >= minExcess &&
    alignment.coverage >= minCoverage
  );
}

/** Whether the query as a whole duplicates the song. */
export function isDuplicate(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  return isMatch(alignment, songs, strictness) && alignment.queryCoverage >= minQueryCoverage;
}
