/** What the report of two songs shows: the best lines with their best segments, and the chords. */
import type { Comparison, LineMatch, SegmentMatch } from '../comparison/compare-songs.js';
import type { LineName } from '../comparison/melody-codes.js';
import { type RollSide, type SegmentRolls, shownMatches } from '../comparison/segment-rolls.js';

export interface ReportFigure {
  readonly segment: SegmentMatch;
  readonly rolls: SegmentRolls;
}

export interface ReportSection {
  readonly title: string;
  readonly sentence: string;
  /** Evidence of the whole match that the figures are parts of. */
  readonly bits: number;
  readonly figures: readonly ReportFigure[];
}

/** A comparison with the rolls of its segments, by line, then segment. */
export interface ComparedWithRolls {
  readonly comparison: Comparison;
  readonly rolls: readonly (readonly SegmentRolls[])[];
}

const harmonySegments = 2;
const lineTitles: Record<LineName, string> = {
  vocal: 'Vocal line',
  instrumental: 'Instrumental line',
  topline: 'Topline',
};

export function reportSections({ comparison, rolls }: ComparedWithRolls): ReportSection[] {
  const sections = shownMatches(comparison).map((match, line) => ({
    title: titleOf(match),
    bits: match.bits,
    sentence: `${match.run.notes} ${match.basis === 'tonal' ? 'beats sound alike' : 'notes match'}, ${moved(match.transposition)}; ${bitsText(match.bits)}.`,
    figures: rolls[line]!.map((one, index) => ({ segment: match.segments[index]!, rolls: one })),
  }));
  const harmony = harmonySection(comparison);
  if (!harmony) return sections;
  return comparison.basis === 'harmony' ? [harmony, ...sections] : [...sections, harmony];
}

function titleOf({ basis, lineA, lineB }: LineMatch): string {
  if (basis === 'tonal') return 'Chroma sequence, drawn on the toplines';
  return lineA === lineB
    ? lineTitles[lineA]
    : `${lineTitles[lineA]} against ${lineTitles[lineB].toLowerCase()}`;
}

function harmonySection({ harmony }: Comparison): ReportSection | null {
  if (!harmony || harmony.segments.length === 0) return null;
  const { run, transposition, bits, segments } = harmony;
  return {
    title: 'Chords',
    bits,
    sentence: `${run.notes} chords match, ${moved(transposition)}; ${bitsText(bits)}.`,
    figures: segments.slice(0, harmonySegments).map((segment) => ({
      segment,
      rolls: {
        original: chordsOnly(segment.beside.original),
        comparison: chordsOnly(segment.beside.comparison),
        matched: [],
        transposition,
        evidenceShare: segment.evidenceShare,
      },
    })),
  };
}

function chordsOnly({ time_start, time_end, chords, meter, key, bars }: SegmentMatch['original']): RollSide {
  return {
    startSeconds: time_start,
    endSeconds: time_end,
    beats: chords.length,
    meter,
    key,
    bars,
    chords,
    downbeatsSeconds: [],
    notes: [],
  };
}

function moved(semitones: number): string {
  if (semitones === 0) return 'in the same key';
  const count = Math.abs(semitones);
  return `${count} semitone${count === 1 ? '' : 's'} ${semitones > 0 ? 'higher' : 'lower'} in the second song`;
}

const bitsText = (bits: number): string => `${bits.toFixed(1)} bits beyond chance`;
