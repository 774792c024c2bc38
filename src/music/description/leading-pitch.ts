/** What the leading-line network says of a recording: whether a leading line sounds, and how likely each pitch is its own. */

/** Semitones from C2 (MIDI 36) to D♯7 (MIDI 99). */
export const leadingPitchLowestMidi = 36;
export const leadingPitchCount = 64;

export interface LeadingPitch {
  readonly framesPerSecond: number;
  readonly frames: number;
  /** frames × leadingPitchCount: 255 is certain; each row sums to some 255. */
  readonly pitches: Uint8Array;
  /** frames: probability that a line sounds, 255 is certain. */
  readonly sounding: Uint8Array;
}
