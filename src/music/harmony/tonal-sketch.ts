/**
 * A song's chroma sequence as one short vector that neither key nor place changes: magnitudes of the two-dimensional Fourier
 * transform of patches of beat chroma (Bertin-Mahieux and Ellis 2012), each patch of length 1, averaged over the song. What versions of one
 * song differ in counts little: the vector is whitened by their covariance (Hatch, Kajarekar and Stolcke 2006; Humphrey, Nieto and Bello
 * 2013 learn such a projection for these magnitudes). A search compares it with that of every song, so that a recording whose melody and
 * chords were heard wrongly is still looked at. Octaves of tempo do change it: a query has a sketch for each reading of its tempo.
 */
import { loadTables } from '../../models/embedded/table-file.js';
import { beatPacking, unpackTonalRows } from './packed-rows.js';
import type { TonalRows } from './tonal-rows.js';

/** Beats of a patch, which is whole bars in 3/4 and in 4/4, and from one to the next. */
const patchBeats = 48;
const hopBeats = 24;
/** Shorter songs have no chroma sequence. */
const fewestBeats = 16;
/** Cycles around the circle of pitch classes: 0 … 6 say all of twelve real numbers, and 0 is the mean that rows lack. */
const maxPitchCycles = 6;
/** Cycles in a patch: a change every two beats and slower. */
const maxCycles = 12;

/** Bytes of a sketch. */
export const tonalSketchSize = (maxPitchCycles - 1) * (2 * maxCycles + 1) + maxCycles + 1;

export const chromaBackgroundId = 'chroma-background';
/** In the order of a sketch: cycles around the circle of pitch classes, then cycles in a patch. */
const magnitudeNames = Array.from({ length: maxPitchCycles }, (_, at) => {
  // The last sum over pitch classes is real: backwards in time it is the same.
  const first = at + 1 === maxPitchCycles ? 0 : -maxCycles;
  return Array.from({ length: maxCycles - first + 1 }, (_, cycle) => `pitch-${at + 1}-time-${first + cycle}`);
}).flat();
export const chromaBackgroundShape = {
  magnitudes: { rows: ['mean'], columns: magnitudeNames },
  whitening: { rows: magnitudeNames, columns: magnitudeNames },
};

interface Background {
  readonly mean: readonly number[];
  /** Of lower triangular shape. */
  readonly whitening: readonly (readonly number[])[];
}

let background: Background | undefined;

/** Read once a process. */
function chromaBackground(): Background {
  if (!background) {
    const { magnitudes, whitening } = loadTables(chromaBackgroundId, chromaBackgroundShape);
    background = { mean: magnitudes[0]!, whitening };
  }
  return background;
}

const turns = (count: number): { cos: Float64Array; sin: Float64Array } => ({
  cos: Float64Array.from({ length: count }, (_, at) => Math.cos((2 * Math.PI * at) / count)),
  sin: Float64Array.from({ length: count }, (_, at) => Math.sin((2 * Math.PI * at) / count)),
});
const ofPitch = turns(12);
const ofTime = turns(patchBeats);

/** Mean magnitudes over the song's patches, each patch made as strong as the others; null where it is too short. */
export function chromaMagnitudes({ count, values }: TonalRows): Float64Array | null {
  if (count < fewestBeats) return null;
  const length = Math.min(patchBeats, count);
  const patches = 1 + Math.floor((count - length) / hopBeats);
  const magnitudes = Array.from({ length: patches }, () => new Float64Array(tonalSketchSize));
  const real = new Float64Array(count);
  const imaginary = new Float64Array(count);
  const runningReal = new Float64Array(Math.ceil(count / hopBeats));
  const runningImaginary = new Float64Array(Math.ceil(count / hopBeats));
  let dimension = 0;
  for (let pitchCycle = 1; pitchCycle <= maxPitchCycles; pitchCycle++) {
    for (let row = 0; row < count; row++) {
      let [re, im] = [0, 0];
      for (let k = 0; k < 12; k++) {
        re += values[row * 12 + k]! * ofPitch.cos[(pitchCycle * k) % 12]!;
        im -= values[row * 12 + k]! * ofPitch.sin[(pitchCycle * k) % 12]!;
      }
      real[row] = re;
      imaginary[row] = im;
    }
    // The last sum over pitch classes is real: backwards in time it is the same.
    const first = pitchCycle === maxPitchCycles ? 0 : -maxCycles;
    for (let cycle = first; cycle <= maxCycles; cycle++, dimension++) {
      // A patch is the difference of two running sums: where its time begins does not change magnitudes.
      let [re, im] = [0, 0];
      const step = (cycle + patchBeats) % patchBeats;
      for (let beat = 0, turn = 0; beat < count; beat++) {
        if (beat % hopBeats === 0) {
          runningReal[beat / hopBeats] = re;
          runningImaginary[beat / hopBeats] = im;
        }
        const [cos, sin] = [ofTime.cos[turn]!, ofTime.sin[turn]!];
        re += real[beat]! * cos + imaginary[beat]! * sin;
        im += imaginary[beat]! * cos - real[beat]! * sin;
        turn += step;
        if (turn >= patchBeats) turn -= patchBeats;
        const patch = (beat + 1 - length) / hopBeats;
        if (patch < 0 || patch % 1 !== 0) continue;
        magnitudes[patch]![dimension] = Math.hypot(re - runningReal[patch]!, im - runningImaginary[patch]!);
      }
    }
  }
  const mean = new Float64Array(tonalSketchSize);
  for (const patch of magnitudes) {
    const norm = Math.hypot(...patch);
    if (norm > 0) for (let at = 0; at < tonalSketchSize; at++) mean[at]! += patch[at]! / (norm * patches);
  }
  return mean;
}

/** Of a vector of length 1, the part that a byte holds. */
const largestPart = 0.4;

/** `packed`: beats (packed-rows.ts). −127 … 127 each; the similarity of two songs is the product of theirs. Zero: no chroma sequence. */
export function tonalSketch(packed: Uint8Array): Int8Array {
  const sketch = new Int8Array(tonalSketchSize);
  const magnitudes = chromaMagnitudes(unpackTonalRows(packed, beatPacking));
  if (!magnitudes) return sketch;
  const { mean, whitening } = chromaBackground();
  const parts = whitening.map((row, at) => {
    let sum = 0;
    for (let other = 0; other <= at; other++) sum += row[other]! * (magnitudes[other]! - mean[other]!);
    return sum;
  });
  const length = Math.hypot(...parts) || 1;
  for (let at = 0; at < tonalSketchSize; at++) {
    const part = Math.min(largestPart, Math.max(-largestPart, parts[at]! / length));
    sketch[at] = Math.round((127 * part) / largestPart);
  }
  return sketch;
}
