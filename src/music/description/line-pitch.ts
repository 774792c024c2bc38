/** What the vocal pitch network hears along a line. */
import {
  type VocalPitch,
  vocalPitchBinCount,
  vocalPitchBinsPerSemitone,
  vocalPitchLowestMidi,
} from './vocal-pitch.js';

/** Of a pitch, what lies this near the line counts, in bins of a third of a semitone. */
const nearBins = 5;

/** The line's bins; where it is silent, that of its last step, and before its first one, that of the first. */
export function heldBins(bins: Int16Array): Int16Array {
  let bin = Math.max(0, bins.find((one) => one >= 0) ?? 0);
  return bins.map((here) => {
    bin = here < 0 ? bin : here;
    return bin;
  });
}

export interface LinePitch {
  /** MIDI number, between semitones too: the mean of what is heard near the line. */
  readonly midi: Float32Array;
  /** The highest probability of a pitch near the line, and of one elsewhere. */
  readonly clearestNear: Float32Array;
  readonly clearestElsewhere: Float32Array;
}

/** `held`: of each step a bin, in semitones from `lowestMidi` on. Cost: steps × pitches. */
export function pitchAlong(held: Int16Array, lowestMidi: number, { pitches, frames }: VocalPitch): LinePitch {
  const midi = Float32Array.from(held, (bin) => bin + lowestMidi);
  const clearestNear = new Float32Array(held.length);
  const clearestElsewhere = new Float32Array(held.length);
  for (let step = 0; step < Math.min(frames, held.length); step++) {
    const middle = (held[step]! + lowestMidi - vocalPitchLowestMidi) * vocalPitchBinsPerSemitone;
    let [sum, moment, near, elsewhere] = [0, 0, 0, 0];
    for (let at = 0; at < vocalPitchBinCount; at++) {
      const value = pitches[step * vocalPitchBinCount + at]!;
      if (Math.abs(at - middle) > nearBins) {
        if (value > elsewhere) elsewhere = value;
        continue;
      }
      sum += value;
      moment += value * at;
      if (value > near) near = value;
    }
    if (sum > 0) midi[step] = vocalPitchLowestMidi + moment / sum / vocalPitchBinsPerSemitone;
    clearestNear[step] = near / 255;
    clearestElsewhere[step] = elsewhere / 255;
  }
  return { midi, clearestNear, clearestElsewhere };
}
