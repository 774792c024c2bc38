/** Halves a sample rate: a half-band low-pass filter, of which every second coefficient is zero, and every second sample. */
const halfLength = 23;

/** Coefficients at odd distances from the middle, whose own is a half: a sinc under a Hamming window. */
const coefficients = Float64Array.from({ length: (halfLength + 1) / 2 }, (_, i) => {
  const apart = 2 * i + 1;
  const window = 0.54 + 0.46 * Math.cos((Math.PI * apart) / (halfLength + 1));
  return (window * Math.sin((Math.PI * apart) / 2)) / (Math.PI * apart);
});

/** Half as many mono samples, of what lies below about 0.43 of the new rate. Beyond the ends lies silence. */
export function halve(samples: Float32Array): Float32Array {
  const halved = new Float32Array(samples.length >> 1);
  for (let n = 0; n < halved.length; n++) {
    const at = 2 * n;
    let sum = 0.5 * samples[at]!;
    if (at >= halfLength && at + halfLength < samples.length) {
      for (let i = 0, apart = 1; i < coefficients.length; i++, apart += 2)
        sum += coefficients[i]! * (samples[at - apart]! + samples[at + apart]!);
    } else {
      for (let i = 0, apart = 1; i < coefficients.length; i++, apart += 2)
        sum += coefficients[i]! * ((samples[at - apart] ?? 0) + (samples[at + apart] ?? 0));
    }
    halved[n] = sum;
  }
  return halved;
}
