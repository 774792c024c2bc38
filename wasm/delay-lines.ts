/** Sums of the correlations of blocks along lines of delays, and where the most energy is: src/analyses/fingerprint/waveform/delay-lines.ts. */

/** Of the record, in bytes: 64-bit floats. */
const highestAt: usize = 0;
const energiesAt: usize = 8;

/** Adds `count` numbers. */
export function add(sums: usize, values: usize, count: i32): void {
  const end = sums + ((<usize>count) << 2);
  // Eight at once where there are as many.
  const last = sums + ((<usize>(count & ~7)) << 2);
  for (; sums < last; sums += 32) {
    v128.store(sums, f32x4.add(v128.load(sums), v128.load(values)));
    v128.store(sums, f32x4.add(v128.load(sums, 16), v128.load(values, 16)), 16);
    values += 32;
  }
  for (; sums < end; sums += 4) {
    store<f32>(sums, load<f32>(sums) + load<f32>(values));
    values += 4;
  }
}

/**
 * Adds the energies of `lags` complex sums (re, im), one after the other, to the record's, and puts the highest energy into it. Returns
 * the lag that has it, −1 where the record's is as high.
 */
export function strongest(sums: usize, lags: i32, record: usize): i32 {
  let highest = load<f64>(record, highestAt);
  let energies = load<f64>(record, energiesAt);
  let lagOfHighest = -1;
  for (let lag = 0; lag < lags; lag++) {
    const re = <f64>load<f32>(sums);
    const im = <f64>load<f32>(sums, 4);
    const energy = re * re + im * im;
    energies += energy;
    if (energy > highest) {
      highest = energy;
      lagOfHighest = lag;
    }
    sums += 8;
  }
  store<f64>(record, highest, highestAt);
  store<f64>(record, energies, energiesAt);
  return lagOfHighest;
}
