/** The candidates of a pair of songs: measurements of its lines, each with those of the songs as a whole. */
import { comparePrepared } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { quickLook } from '../../src/analyses/plagiarism/comparison/line-matches.js';
import type { PreparedSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import type { MatchedPoint } from '../../src/analyses/plagiarism/comparison/runs.js';
import { originOf } from '../../src/analyses/plagiarism/evidence/origin.js';
import { nearestTransposition } from '../../src/music/alignment/nearest-transposition.js';
import { chordEvidence } from '../../src/music/harmony/chord-evidence.js';
import { lineEvidence, type PreparedLine } from '../../src/music/melody/evidence.js';
import { type LineMeasurement, measureLine, noLine } from './measure-line.js';
import type { Measurement } from './pair-features.js';

interface MeasuredLine {
  readonly measurement: LineMeasurement;
  readonly transposition: number;
}

/** One candidate a pair of lines; where there is none, one of the songs as a whole. */
export function measurePair(a: PreparedSong, b: PreparedSong): Measurement[] {
  const lines = quickLook(a, b).pairs.flatMap(({ parts: [x, y], alignment }): MeasuredLine[] => {
    if (Math.min(x.sequence.length, y.sequence.length) < 4) return [];
    const evidence = lineEvidence(x, y, alignment, originOf(a.description, b.description));
    const points = evidence.alignment.pairs.map((pair) => pointOf(x, y, pair.a, pair.b));
    if (points.length === 0) return [];
    const measurement = measureLine(sideOf(a, x), sideOf(b, y), evidence, points);
    return [{ measurement, transposition: nearestTransposition(alignment.transposition) }];
  });
  const chords = chordEvidence(a.chords, b.chords);
  const { tonal } = comparePrepared(a, b);
  const alone = nearestTransposition(chords.alignment.transposition);
  const known = lines.length > 0 ? lines : [{ measurement: noLine, transposition: alone }];
  return known.map(({ measurement, transposition }) => ({
    ...measurement,
    'chord-changes': chords.alignment.score - chords.reversedScore,
    'chord-chance': chords.reversedScore,
    'chroma-sequence': tonal?.bits ?? 0,
    'chroma-same-key': tonal?.transposition === transposition ? 1 : 0,
    transcribed: originOf(a.description, b.description) === 'transcribed' ? 1 : 0,
  }));
}

const sideOf = ({ description, isAccompanied }: PreparedSong, line: PreparedLine) => ({
  description,
  line,
  isAccompanied,
});

function pointOf(x: PreparedLine, y: PreparedLine, noteA: number, noteB: number): MatchedPoint {
  const [a, b] = [x.sequence.onsetBeats[noteA]!, y.sequence.onsetBeats[noteB]!];
  return {
    a,
    b,
    endA: a + x.sequence.spanBeats[noteA]!,
    endB: b + y.sequence.spanBeats[noteB]!,
    bits: 0.5 * (x.bits[noteA]! + y.bits[noteB]!),
  };
}
