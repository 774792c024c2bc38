import {
  salienceBinCount,
  salienceBinsPerSemitone,
  salienceLowestMidi,
} from '../../signal/centre-salience.js';

/** Of the summed harmonics, what lies within a semitone of the line counts. */
const nearSemitones = 1;
/** Keeps silence finite. */
const silence = 1e-3;

/** Log of the most that the harmonics of a pitch near the line sum to. `held`: as of pitchAlong; `salience`: frames × salienceBinCount. */
export function salienceAlong(held: Int16Array, lowestMidi: number, salience: Float32Array): Float32Array {
  const near = nearSemitones * salienceBinsPerSemitone;
  return Float32Array.from(held, (bin, step) => {
    const middle = (bin + lowestMidi - salienceLowestMidi) * salienceBinsPerSemitone;
    let most = 0;
    for (let at = Math.max(0, middle - near); at <= Math.min(salienceBinCount - 1, middle + near); at++)
      most = Math.max(most, salience[step * salienceBinCount + at] ?? 0);
    return Math.log(most + silence);
  });
}
