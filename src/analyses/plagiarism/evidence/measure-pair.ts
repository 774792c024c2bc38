/** The candidates of a pair of songs: measurements of its best lines, each with those of the songs as a whole. */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import type { ChordEvidence } from '../../../music/harmony/chord-evidence.js';
import type { Measurement } from './features.js';
import { type LineMeasurement, noLine } from './measure-line.js';

export interface MeasuredLine {
  readonly measurement: LineMeasurement;
  /** Semitones from the first song to the second, −5 … 6. */
  readonly transposition: number;
}

export interface MeasuredSongs {
  readonly chords: ChordEvidence;
  /** Score of the chroma sequences less the score reversed, and their key; null where they were not aligned. */
  readonly chroma: { readonly score: number; readonly transposition: number } | null;
  readonly isTranscribed: boolean;
}

/** One candidate a line, in the order of the lines; where there is none, one of the songs as a whole. */
export function measurePair(
  lines: readonly MeasuredLine[],
  { chords, chroma, isTranscribed }: MeasuredSongs,
): Measurement[] {
  const known: readonly MeasuredLine[] =
    lines.length > 0
      ? lines
      : [{ measurement: noLine, transposition: nearestTransposition(chords.alignment.transposition) }];
  return known.map(({ measurement, transposition }) => ({
    ...measurement,
    'chord-changes': chords.alignment.score - chords.reversedScore,
    'chord-chance': chords.reversedScore,
    'chroma-sequence': Math.max(0, chroma?.score ?? 0),
    'chroma-same-key': chroma && chroma.score > 0 && chroma.transposition === transposition ? 1 : 0,
    transcribed: isTranscribed ? 1 : 0,
  }));
}
