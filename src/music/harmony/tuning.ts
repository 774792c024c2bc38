/** Cents by which a recording is off A4 = 440 Hz: the centre of the heap of its partials' deviations. */

/** `histogram[i]`: strength at i − 50 cents. 0 where nothing sounds. Circular mean of the busiest 41 cents. */
export function tuningFrom(histogram: Float64Array): number {
  const size = histogram.length;
  const half = 20;
  let best = -1;
  let centre = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let offset = -half; offset <= half; offset++) {
      sum += histogram[(i + offset + size) % size]! * (1 - Math.abs(offset) / (half + 1));
    }
    if (sum > best) {
      best = sum;
      centre = i;
    }
  }
  if (!(best > 0)) return 0;
  let weighted = 0;
  let total = 0;
  for (let offset = -half; offset <= half; offset++) {
    const weight = histogram[(centre + offset + size) % size]! * (1 - Math.abs(offset) / (half + 1));
    weighted += weight * offset;
    total += weight;
  }
  const cents = centre + (total > 0 ? weighted / total : 0) - size / 2;
  return cents >= 50 ? cents - 100 : cents < -50 ? cents + 100 : cents;
}
