/**
 * Band-limited resampling by any ratio with a Kaiser-windowed sinc (Smith, "Digital audio resampling", 1984):
 * changes a sample rate, or plays a recording faster and higher.
 */

/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const zeroCrossings = 16;
const stepsPerCrossing = 512;
const kaiserBeta = 9;

let cachedTable: Float32Array | undefined;

function sincTable(): Float32Array {
  if (cachedTable) return cachedTable;
  const length = zeroCrossings * stepsPerCrossing;
  const table = new Float32Array(length + 2);
  for (let i = 0; i < length; i++) {
    const x = i / stepsPerCrossing;
    const sinc = i === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    table[i] = (sinc * besselI0(kaiserBeta * Math.sqrt(1 - (x / zeroCrossings) ** 2))) / besselI0(kaiserBeta);
  }
  cachedTable = table;
  return table;
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * Resamples mono samples to `ratio` times as many (ratio = new rate / old rate). Passband to about 0.9 of the
 * lower Nyquist frequency. Ratio 1/1.04 played at the old rate is a 4 % faster and higher recording.
 */
export function resample(samples: Float32Array, ratio: number): Float32Array {
  if (!(ratio > 0) || !Number.isFinite(ratio))
    throw new RangeError(`Resampling ratio ${ratio} is not positive`);
  if (ratio === 1) return samples.slice();
  const table = sincTable();
  const output = new Float32Array(Math.round(samples.length * ratio));
  // The cut-off follows the lower rate; 0.95 leaves room for the filter's slope.
  const cutoff = Math.min(1, ratio) * 0.95;
  const halfWidth = zeroCrossings / cutoff;
  for (let n = 0; n < output.length; n++) {
    const centre = n / ratio;
    const first = Math.max(0, Math.ceil(centre - halfWidth));
    const last = Math.min(samples.length - 1, Math.floor(centre + halfWidth));
    let sum = 0;
    for (let i = first; i <= last; i++) {
      const x = Math.abs(i - centre) * cutoff * stepsPerCrossing;
      const cell = x | 0;
      sum += samples[i]! * (table[cell]! + (x - cell) * (table[cell + 1]! - table[cell]!));
    }
    output[n] = sum * cutoff;
  }
  return output;
}
