/** Whisper's log-mel straight from its definition, in 64-bit floats, with a given filter matrix: slow and plain. */

const [size, hop, frames, total] = [400, 160, 3000, 480_000];

/** `matrix` is bands × 201 little-endian 32-bit floats; the answer is bands × 3000. */
export function referenceLogMel(samples: Float32Array, matrix: Buffer, bands: number): Float64Array {
  const bins = size / 2 + 1;
  const out = new Float64Array(bands * frames).fill(-10);
  const [cosines, sines] = [Math.cos, Math.sin].map((wave) =>
    Float64Array.from({ length: size }, (_, n) => wave((2 * Math.PI * n) / size)),
  ) as [Float64Array, Float64Array];
  const at = (n: number): number => {
    const mirrored = n < 0 ? -n : n >= total ? 2 * total - 2 - n : n;
    return samples[mirrored] ?? 0;
  };
  const power = new Float64Array(bins);
  for (let frame = 0; frame < frames && frame * hop < samples.length + size; frame++) {
    for (let bin = 0; bin < bins; bin++) {
      let [re, im] = [0, 0];
      for (let n = 0; n < size; n++) {
        const value = at(frame * hop - size / 2 + n) * (0.5 - 0.5 * cosines[n]!);
        re += value * cosines[(bin * n) % size]!;
        im -= value * sines[(bin * n) % size]!;
      }
      power[bin] = re * re + im * im;
    }
    for (let band = 0; band < bands; band++) {
      let sum = 0;
      for (let bin = 0; bin < bins; bin++) sum += matrix.readFloatLE(4 * (band * bins + bin)) * power[bin]!;
      out[band * frames + frame] = Math.log10(Math.max(1e-10, sum));
    }
  }
  const highest = out.reduce((most, value) => Math.max(most, value), -10);
  return out.map((value) => (Math.max(value, highest - 8) + 4) / 4);
}
