/**
 * What the order of songs goes by. Where evidence is weak, more shows which song is likelier than whether one is to be
 * reported: nothing here changes what is reported, nor its metric.
 */
import { facingParts } from '../../../music/melody/line-parts.js';
import { rhythmBits } from '../../../music/melody/rhythm.js';
import type { Comparison } from '../comparison/compare-songs.js';
import type { LineMatch } from '../comparison/line-match.js';
import type { PreparedSong } from '../comparison/prepared-song.js';
import type { MatchingRun } from '../comparison/runs.js';
import { wholeTuneAgreement } from '../comparison/whole-tune.js';
import { originOf } from '../evidence/origin.js';
import type { FoundSong } from './search-chunks.js';

/**
 * Share of the scan's bits that counts: runs of notes that are rare in this very dataset say something that an alignment,
 * which knows only what is rare in general, does not. Less where one of the songs was heard in a recording: restless
 * transcriptions share runs with each other.
 */
export const passageShare = { written: 0.15, transcribed: 0.05 };
/** Share of the bits of the sketch of its chroma sequence that counts, for the same reason. */
export const similarityShare = 0.8;
/** Share of the bits of the lines' rhythm that counts. */
const rhythmShare = 0.5;

/** Bits that a run loses an octave of pace: a tune that was taken over takes its time. */
const paceCost = 3;
/** Octaves that half or double pace counts as: how long a beat is, is a matter of writing. */
const doublePace = 0.5;

function paceBits({ startA, endA, startB, endB }: MatchingRun): number {
  const octaves = Math.abs(Math.log2(Math.max(0.1, endA - startA) / Math.max(0.1, endB - startB)));
  return -paceCost * Math.min(octaves, doublePace + Math.abs(octaves - 1));
}

/** Bits of two tunes that agree wholly from end to end, and of two that sound the same all the time. */
const wholeTunesBits = 40;

/** What the search found of a song before it was compared in full, in bits. */
export interface WeakSigns extends Pick<FoundSong, 'passage' | 'similarity'> {
  /** Of chroma-standing.ts, where the comparison does not count it. */
  readonly standing: number;
}

/** Of two lines, besides the evidence of the run that they share: whole tunes that hardly agree are evidence of nothing, and likelier all the same. */
function weakBits(a: PreparedSong, b: PreparedSong, match: LineMatch): number {
  const [x, y] = facingParts(a.lines[match.lineA], b.lines[match.lineB]);
  const agreement = match.wholeTune ?? wholeTuneAgreement(x, y, match);
  const wholeTune = wholeTunesBits * agreement - match.wholeTuneBits;
  return rhythmShare * rhythmBits(x, y) + paceBits(match.run) + wholeTune;
}

/** In bits. */
export function orderBits(
  a: PreparedSong,
  b: PreparedSong,
  comparison: Comparison,
  { passage, similarity, standing }: WeakSigns,
): number {
  const [line] = comparison.lines;
  const weak = line && comparison.basis === 'melody' ? weakBits(a, b, line) : 0;
  const share = passageShare[originOf(a.description, b.description)];
  const signs = share * passage + similarityShare * similarity + standing;
  return comparison.bits + weak + signs;
}
