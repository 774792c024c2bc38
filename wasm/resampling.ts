/** Samples between samples, by a filter that is laid out for phases: src/signal/resample.ts says how, and lays out the memory. */

/**
 * Writes the outputs `first` to `first` + `count` − 1, each at `ratio` outputs a sample. `samples`: the sample at `from` in all of them, and what is
 * needed behind it. `coefficients`, `slopes`: for each of `phases` phases `taps` of them, a multiple of 4; the first tap is `before` samples
 * before the sample that an output follows.
 */
export function resample(
  samples: usize,
  from: i32,
  ratio: f64,
  first: i32,
  count: i32,
  taps: usize,
  before: i32,
  coefficients: usize,
  slopes: usize,
  phases: f64,
  out: usize,
): void {
  const end = first + count;
  for (let n = first; n < end; n++) {
    const centre = <f64>n / ratio;
    const followed = Math.floor(centre);
    const place = (centre - followed) * phases;
    const phase = Math.floor(place);
    const beyond = f32x4.splat(<f32>(place - phase));
    let sample = samples + ((<usize>(<i32>followed - before - from)) << 2);
    let at = <usize>phase * taps * 4;
    const last = at + taps * 4;
    let sum = f32x4.splat(0);
    do {
      const coefficient = f32x4.add(v128.load(coefficients + at), f32x4.mul(beyond, v128.load(slopes + at)));
      sum = f32x4.add(sum, f32x4.mul(v128.load(sample), coefficient));
      sample += 16;
      at += 16;
    } while (at < last);
    store<f32>(
      out,
      f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    );
    out += 4;
  }
}
