/**
 * What the vocal pitch network is shown of a recording, window by window: levels of mix and centre against the window's mean power, and the
 * note network's contours. It is written into one list of numbers, which the next window overwrites.
 */
import { contourBinCount, type PitchActivations } from '../../music/description/pitch-activations.js';
import { vocalPitchBinCount } from '../../music/description/vocal-pitch.js';
import { type SpectrumBands, spectrumBandCount } from '../../signal/centre-salience.js';
import { windowLevels } from '../../signal/window-levels.js';

/** Frames whose mean power levels are against. */
export const windowFrames = 256;
/** Frames that the network answers for begin so far behind the window's first, and end as far before its end. */
export const margin = 32;
/** Frames on either side that an answer depends on. */
export const reach = 19;
/** Frames that the network sees. */
export const shownFrames = windowFrames - 2 * (margin - reach);
/** Bands below and above those that were measured, which are 0: the lowest pitch has half of its frequency, the highest ten times its own. */
const bandsBelow = 36;
const bandsAbove = 15;
export const shownBands = bandsBelow + spectrumBandCount + bandsAbove;
/** Mix, centre, contours. */
export const shownChannels = 3;
/** The contour of C2 in tune. */
const firstContour = 46;

export class VocalPitchInput {
  /** shownChannels × shownFrames × shownBands. */
  readonly values = new Float32Array(shownChannels * shownFrames * shownBands);
  /** Of each step of level, in this window. */
  private readonly scaled = new Float32Array(256);

  constructor(
    private readonly bands: SpectrumBands,
    private readonly activations: PitchActivations,
  ) {}

  /** Writes the window that begins at frame `from`, which may lie before the recording and end behind it. */
  show(from: number): void {
    this.scale(from);
    const first = from + margin - reach;
    this.writeLevels(this.bands.mix, first, 0);
    this.writeLevels(this.bands.centre, first, shownFrames * shownBands);
    this.writeContours(first, 2 * shownFrames * shownBands);
  }

  private scale(from: number): void {
    const { mix, frames } = this.bands;
    windowLevels(mix, Math.max(0, from), Math.min(frames, from + windowFrames), this.scaled);
  }

  /** Beyond the recording lies silence. */
  private writeLevels(levels: Uint8Array, first: number, to: number): void {
    const { values, scaled } = this;
    const { frames } = this.bands;
    for (let row = 0; row < shownFrames; row++) {
      const frame = first + row;
      const target = to + row * shownBands + bandsBelow;
      if (frame < 0 || frame >= frames) {
        values.fill(scaled[0]!, target, target + spectrumBandCount);
        continue;
      }
      const source = frame * spectrumBandCount;
      for (let band = 0; band < spectrumBandCount; band++)
        values[target + band] = scaled[levels[source + band]!]!;
    }
  }

  /** Of two frames of the note network the larger. */
  private writeContours(first: number, to: number): void {
    const { values } = this;
    const { frames, contours } = this.activations;
    for (let row = 0; row < shownFrames; row++) {
      const frame = 2 * (first + row);
      const target = to + row * shownBands + bandsBelow;
      if (frame < 0 || frame >= frames) {
        values.fill(0, target, target + vocalPitchBinCount);
        continue;
      }
      const source = frame * contourBinCount + firstContour;
      const next = frame + 1 < frames ? source + contourBinCount : source;
      for (let bin = 0; bin < vocalPitchBinCount; bin++)
        values[target + bin] = Math.max(contours[source + bin]!, contours[next + bin]!) / 255;
    }
  }
}
