/** How far bands of levels stand out of those beside them, and means of that over steps: src/analyses/fingerprint/sweep/level-contrast.ts and level-rows.ts. */

/**
 * Of `frames` frames of `bands` levels each, of the band `first` and the `rows` − 1 behind it: the level over the mean of the `beside` bands on either side
 * and its own, between `lowest` and `highest`; band by band, in deviations of the band about its mean, `least` added to the deviation. 32-bit floats.
 */
export function contrast(
  levels: usize,
  frames: i32,
  bands: i32,
  first: i32,
  rows: i32,
  beside: i32,
  lowest: f64,
  highest: f64,
  least: f64,
  values: usize,
): void {
  const width = <f64>(2 * beside + 1);
  const far = (<usize>beside) << 2;
  const stride = (<usize>frames) << 2;
  for (let frame = 0; frame < frames; frame++) {
    let band = levels + ((<usize>(frame * bands + first)) << 2);
    let sum: f64 = 0;
    for (let near = band - far; near < band + far; near += 4) sum += <f64>load<f32>(near);
    let at = values + ((<usize>frame) << 2);
    for (let row = 0; row < rows; row++, band += 4, at += stride) {
      sum += <f64>load<f32>(band + far);
      const above = <f64>load<f32>(band) - sum / width;
      store<f32>(at, <f32>(above < lowest ? lowest : above > highest ? highest : above));
      sum -= <f64>load<f32>(band - far);
    }
  }
  for (let row = 0; row < rows; row++) standardize(values + <usize>row * stride, frames, least);
}

function standardize(row: usize, frames: i32, least: f64): void {
  const end = row + ((<usize>frames) << 2);
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let at = row; at < end; at += 4) {
    const value = <f64>load<f32>(at);
    sum += value;
    squares += value * value;
  }
  const mean = sum / <f64>frames;
  const deviation = Math.sqrt(Math.max(0, squares / <f64>frames - mean * mean)) + least;
  for (let at = row; at < end; at += 4) store<f32>(at, <f32>((<f64>load<f32>(at) - mean) / deviation));
}

/** Writes the sums of the first 0, 1 … `count` values, and the last once more: 64-bit floats. */
export function addUp(values: usize, count: i32, sums: usize): void {
  let sum: f64 = 0;
  store<f64>(sums, sum);
  for (const end = values + ((<usize>count) << 2); values < end; values += 4) {
    sum += <f64>load<f32>(values);
    sums += 8;
    store<f64>(sums, sum);
  }
  store<f64>(sums, sum, 8);
}

/** Of sums (`addUp`) the mean of each of `steps` steps of `width` values, `unit` times and rounded to a byte, the last step first. */
export function means(sums: usize, steps: i32, width: f64, unit: f64, out: usize): void {
  let before: f64 = 0;
  for (let step = 1; step <= steps; step++) {
    const place = <f64>step * width;
    const whole = Math.floor(place);
    const at = sums + ((<usize>(<i32>whole)) << 3);
    const sum = load<f64>(at);
    const end = sum + (place - whole) * (load<f64>(at, 8) - sum);
    const value = Math.round((unit * (end - before)) / width);
    store<i8>(out + <usize>(steps - step), <i32>Math.max(-127, Math.min(127, value)));
    before = end;
  }
}
