/**
 * What the note network says of a recording: for every frame how active each piano key is, whether it begins
 * there, and the finer pitch contour. Quantised to bytes (255 is certain): a 20-minute mix takes 45 MB.
 */

/** MIDI number of the lowest key, A0. */
export const lowestKey = 21;
export const keyCount = 88;
export const contourBinsPerSemitone = 3;
export const contourBinCount = keyCount * contourBinsPerSemitone;

export interface PitchActivations {
  readonly framesPerSecond: number;
  readonly frames: number;
  /** frames × keyCount. */
  readonly notes: Uint8Array;
  /** frames × keyCount. */
  readonly onsets: Uint8Array;
  /** frames × contourBinCount; bin 3·k + 1 is key k in tune. */
  readonly contours: Uint8Array;
}
