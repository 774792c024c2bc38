/**
 * Powers as whole steps of decibels, by the thresholds between the steps: a logarithm for each of some thousand bands a second costs ten
 * times as much as looking up, by a number's exponent and first bits, the step that it has at least.
 */

/** Steps are bytes. */
const highestStep = 255;
/** What a 32-bit float's bits are shifted by: its exponent and the first seven bits behind the point are left, a span of 0.03 dB. */
const keptShift = 16;

/** Writes the step of each power: 0 at `floorDecibels` and below it, 255 at most. Powers are 0 or more; `into` may be shorter. */
export function decibelSteps(
  floorDecibels: number,
  stepsPerDecibel: number,
): (power: Float32Array, into: Uint8Array) => void {
  const stepOf = (power: number): number => {
    const decibels = (10 / Math.LN10) * Math.log(power + 1e-10);
    return Math.min(highestStep, Math.max(0, Math.round(stepsPerDecibel * (decibels - floorDecibels))));
  };
  const bits = new Uint32Array(1);
  const value = new Float32Array(bits.buffer);
  const powerOf = (pattern: number): number => {
    bits[0] = pattern;
    return value[0]!;
  };
  const infinity = 0x7f800000;
  // The least bits of each step: floats of one sign are in the order of their bits.
  const least = Float64Array.from({ length: highestStep + 2 }, (_, step) => {
    let [low, high] = [0, infinity];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (stepOf(powerOf(middle)) >= step) high = middle;
      else low = middle + 1;
    }
    return step > highestStep ? Number.POSITIVE_INFINITY : low;
  });
  const first = Uint8Array.from({ length: (infinity >>> keptShift) + 1 }, (_, cell) =>
    stepOf(powerOf(cell << keptShift)),
  );
  let seen: Float32Array | null = null;
  let patterns: Uint32Array = new Uint32Array(0);
  return (power, into) => {
    if (power !== seen) {
      patterns = new Uint32Array(power.buffer, power.byteOffset, power.length);
      seen = power;
    }
    for (let band = 0; band < into.length; band++) {
      const pattern = patterns[band] ?? 0;
      let step = first[pattern >>> keptShift]!;
      while (pattern >= least[step + 1]!) step++;
      into[band] = step;
    }
  };
}
