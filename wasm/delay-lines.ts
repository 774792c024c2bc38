/** Sums of the correlations of blocks along lines of delays, and where the most energy is: src/analyses/fingerprint/waveform/delay-lines.ts. */

/** Of the record, in bytes: 64-bit floats. */
const highestAt: usize = 0;
const energiesAt: usize = 8;

/** Numbers that are added up at once: as many as stay in registers. */
const bytesAtOnce: usize = 96;

/**
 * Writes the sums of `count` numbers of each row, one row after the other: where they begin is in `rows`, `ends` behind the last of these 32-bit places. Of rows and
 * sums up to 23 numbers more are read and written.
 */
export function addRows(rows: usize, ends: usize, count: i32, sums: usize): void {
  const none = f32x4.splat(0);
  for (let at: usize = 0, bytes = (<usize>count) << 2; at < bytes; at += bytesAtOnce) {
    let a = none;
    let b = none;
    let c = none;
    let d = none;
    let e = none;
    let f = none;
    for (let row = rows; row < ends; row += 4) {
      const values = <usize>load<u32>(row) + at;
      a = f32x4.add(a, v128.load(values));
      b = f32x4.add(b, v128.load(values, 16));
      c = f32x4.add(c, v128.load(values, 32));
      d = f32x4.add(d, v128.load(values, 48));
      e = f32x4.add(e, v128.load(values, 64));
      f = f32x4.add(f, v128.load(values, 80));
    }
    const out = sums + at;
    v128.store(out, a);
    v128.store(out, b, 16);
    v128.store(out, c, 32);
    v128.store(out, d, 48);
    v128.store(out, e, 64);
    v128.store(out, f, 80);
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
