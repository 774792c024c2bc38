/**
 * What of a chroma sequence neither key nor place changes: magnitudes of the two-dimensional Fourier transform of patches of beat chroma
 * (Bertin-Mahieux and Ellis 2012), each patch made as strong as the others, averaged over the song. Patches of three lengths: a short one holds
 * turns of the melody and single chord changes, a long one how phrases follow each other.
 */
import type { TonalRows } from './tonal-rows.js';

interface PatchKind {
  /** Whole bars in 4/4, and nearly so in 3/4. */
  readonly patchBeats: number;
  /** Cycles in a patch. */
  readonly maxCycles: number;
}

/** Changes every four beats and slower; of the longest, every five. */
const patchKinds: readonly PatchKind[] = [
  { patchBeats: 32, maxCycles: 8 },
  { patchBeats: 64, maxCycles: 16 },
  { patchBeats: 128, maxCycles: 24 },
];
/** Patches begin in the time of one, each a quarter of its length after the one before. */
const hopsAPatch = 4;
/** Shorter songs have no chroma sequence. */
const fewestBeats = 16;
/** Cycles around the circle of pitch classes: 0 … 6 say all of twelve real numbers, and 0 is the mean that rows lack. */
const maxPitchCycles = 6;

/** Of the last sum over pitch classes, which is real, backwards in time is the same. */
const firstCycle = (pitchCycle: number, { maxCycles }: PatchKind): number =>
  pitchCycle === maxPitchCycles ? 0 : -maxCycles;

/** In the order of the magnitudes: beats of the patch, cycles around the circle of pitch classes, cycles in the patch. */
export const magnitudeNames: readonly string[] = patchKinds.flatMap((kind) =>
  Array.from({ length: maxPitchCycles }, (_, at) => {
    const first = firstCycle(at + 1, kind);
    return Array.from(
      { length: kind.maxCycles - first + 1 },
      (_cycle, cycle) => `beats-${kind.patchBeats}-pitch-${at + 1}-time-${first + cycle}`,
    );
  }).flat(),
);

interface Turns {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

const turns = (count: number): Turns => ({
  cos: Float64Array.from({ length: count }, (_, at) => Math.cos((2 * Math.PI * at) / count)),
  sin: Float64Array.from({ length: count }, (_, at) => Math.sin((2 * Math.PI * at) / count)),
});
const ofPitch = turns(12);
const ofTime = patchKinds.map(({ patchBeats }) => turns(patchBeats));

interface ComplexRows {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** Of each beat, the sum over pitch classes that turns `cycle` times around their circle. */
function aroundPitches({ count, values }: TonalRows, cycle: number): ComplexRows {
  const real = new Float64Array(count);
  const imaginary = new Float64Array(count);
  for (let row = 0; row < count; row++)
    for (let k = 0; k < 12; k++) {
      const value = values[row * 12 + k]!;
      real[row]! += value * ofPitch.cos[(cycle * k) % 12]!;
      imaginary[row]! -= value * ofPitch.sin[(cycle * k) % 12]!;
    }
  return { real, imaginary };
}

/**
 * Mean magnitudes in the order of `magnitudeNames`, of each kind of patch over the song's patches; null where the song is too short. A song
 * shorter than a patch is one patch. O(beats × magnitudes).
 */
export function chromaMagnitudes(rows: TonalRows): Float64Array | null {
  if (rows.count < fewestBeats) return null;
  const pitches = Array.from({ length: maxPitchCycles }, (_, at) => aroundPitches(rows, at + 1));
  const all = new Float64Array(magnitudeNames.length);
  let from = 0;
  patchKinds.forEach((kind, at) => {
    const mean = meanMagnitudes(pitches, rows.count, kind, ofTime[at]!);
    all.set(mean, from);
    from += mean.length;
  });
  return all;
}

function meanMagnitudes(
  pitches: readonly ComplexRows[],
  count: number,
  kind: PatchKind,
  time: Turns,
): Float64Array {
  const { patchBeats, maxCycles } = kind;
  const hopBeats = patchBeats / hopsAPatch;
  // A song shorter than a patch is one, of all its beats.
  const patches = Math.max(1, Math.floor(count / hopBeats) - hopsAPatch + 1);
  const size = (maxPitchCycles - 1) * (2 * maxCycles + 1) + maxCycles + 1;
  const magnitudes = Array.from({ length: patches }, () => new Float64Array(size));
  const steps = count < patchBeats ? 1 : patches + hopsAPatch - 1;
  const ends = steps === 1 ? [count] : Array.from({ length: steps }, (_, at) => (at + 1) * hopBeats);
  const sums = [new Float64Array(steps + 1), new Float64Array(steps + 1)] as const;
  let dimension = 0;
  pitches.forEach((rows, place) => {
    for (let cycle = firstCycle(place + 1, kind); cycle <= maxCycles; cycle++, dimension++) {
      sumsInTime(rows, (cycle + patchBeats) % patchBeats, time, ends, sums);
      // Where a patch's time begins does not change magnitudes.
      const [real, imaginary] = sums;
      for (let patch = 0; patch < patches; patch++) {
        const end = Math.min(steps, patch + hopsAPatch);
        const [re, im] = [real[end]! - real[patch]!, imaginary[end]! - imaginary[patch]!];
        magnitudes[patch]![dimension] = Math.sqrt(re * re + im * im);
      }
    }
  });
  const mean = new Float64Array(size);
  for (const patch of magnitudes) {
    const norm = Math.hypot(...patch);
    if (norm > 0) for (let at = 0; at < size; at++) mean[at]! += patch[at]! / (norm * patches);
  }
  return mean;
}

/** Writes the sums of all beats before each of `ends`, turned `step` places of `time` a beat; the first are 0. */
function sumsInTime(
  { real, imaginary }: ComplexRows,
  step: number,
  { cos, sin }: Turns,
  ends: readonly number[],
  [sumsReal, sumsImaginary]: readonly [Float64Array, Float64Array],
): void {
  const places = cos.length;
  let [re, im, turn, beat] = [0, 0, 0, 0];
  for (let at = 0; at < ends.length; at++) {
    for (const end = ends[at]!; beat < end; beat++) {
      re += real[beat]! * cos[turn]! + imaginary[beat]! * sin[turn]!;
      im += imaginary[beat]! * cos[turn]! - real[beat]! * sin[turn]!;
      turn += step;
      if (turn >= places) turn -= places;
    }
    sumsReal[at + 1] = re;
    sumsImaginary[at + 1] = im;
  }
}
