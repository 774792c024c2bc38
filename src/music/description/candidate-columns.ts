/** Candidates' numbers as one list a field: loops over the notes around each note read lists several times as fast as objects. */
import type { MelodyCandidate } from './melody-candidates.js';

/** By candidate; units as in MelodyCandidate. */
export interface CandidateColumns {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly pitches: Float64Array;
  readonly levels: Float64Array;
  readonly onsets: Float64Array;
  /** What the attack added at the key itself. */
  readonly attacks: Float64Array;
  readonly sustains: Float64Array;
}

export function candidateColumns(notes: readonly MelodyCandidate[]): CandidateColumns {
  const column = (value: (note: MelodyCandidate) => number): Float64Array => Float64Array.from(notes, value);
  return {
    starts: column(({ startFrame }) => startFrame),
    ends: column(({ endFrame }) => endFrame),
    pitches: column(({ midi }) => midi),
    levels: column(({ level }) => level),
    onsets: column(({ onset }) => onset),
    attacks: column(({ attacks }) => attacks[0]),
    sustains: column(({ sustainFrames }) => sustainFrames),
  };
}
