/** What is found of a song's beats: where they are, which of them begin bars, and what else they may be. */
import type { TempoHypothesis } from '../song-description.js';

export interface PlacedBeats {
  /** Frames of the beats, fractional, rising. */
  readonly beatFrames: readonly number[];
  /** Indexes into beatFrames. */
  readonly downbeats: readonly number[];
  readonly meter: 3 | 4;
}

/** The likeliest reading in the other metre, at whatever tempo. */
export interface OtherMetre extends PlacedBeats {
  /** Of the metre, 0.1 … 0.5: over all readings in it. */
  readonly probability: number;
}

export interface Rhythm extends PlacedBeats {
  readonly hypotheses: readonly TempoHypothesis[];
  /** Null where the metre is certain. */
  readonly otherMetre: OtherMetre | null;
}
