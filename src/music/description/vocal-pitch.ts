/** What the vocal pitch network says of a recording: whether a voice sounds, and how likely each pitch is its own. */

/** Three bins a semitone from C2 (MIDI 36) to C6 (MIDI 84). */
export const vocalPitchLowestMidi = 36;
export const vocalPitchBinsPerSemitone = 3;
export const vocalPitchBinCount = 48 * vocalPitchBinsPerSemitone + 1;

export interface VocalPitch {
  readonly framesPerSecond: number;
  readonly frames: number;
  /** frames × vocalPitchBinCount: 255 is certain; each row sums to some 255 where a voice sounds. */
  readonly pitches: Uint8Array;
  /** frames: probability of a voice, 255 is certain. */
  readonly voiced: Uint8Array;
}
