/** Bands of a logarithmic axis of two spectra side by side, their harmonics added up, and how far the partials of one are mistuned. src/signal/harmonic-bands.ts lays out the memory. */

/** Of each spectrum one 64-bit lane: what is added up, is added in the order of the bins. */
function both(first: usize, second: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_lane<f32>(second, v128.load32_zero(first), 1));
}

const ln2High: f64 = 0.6931471803691238;
const ln2Low: f64 = 1.9082149292705877e-10;

/** log(u + `lost` · u) of two numbers above 0, to the last bits of 64 (after FreeBSD's s_log1p.c). */
function logarithm(u: v128, lost: v128): v128 {
  // u = 2^k · (1 + f), with 1 + f between √½ and √2.
  const fromRoot = i64x2.add(u, i64x2.splat(0x3ff0000000000000 - 0x3fe6a09e00000000));
  const exponent = i64x2.sub(i64x2.shr_u(fromRoot, 52), i64x2.splat(0x3ff));
  const k = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(exponent, exponent, 0, 2, 0, 2));
  const f = f64x2.sub(i64x2.sub(u, i64x2.shl(exponent, 52)), f64x2.splat(1));
  const halfSquare = f64x2.mul(f64x2.mul(f64x2.splat(0.5), f), f);
  const s = f64x2.div(f, f64x2.add(f64x2.splat(2), f));
  const z = f64x2.mul(s, s);
  let series = f64x2.add(f64x2.splat(0.15313837699209373), f64x2.mul(z, f64x2.splat(0.14798198605116586)));
  series = f64x2.add(f64x2.splat(0.1818357216161805), f64x2.mul(z, series));
  series = f64x2.add(f64x2.splat(0.22222198432149784), f64x2.mul(z, series));
  series = f64x2.add(f64x2.splat(0.2857142874366239), f64x2.mul(z, series));
  series = f64x2.add(f64x2.splat(0.3999999999940942), f64x2.mul(z, series));
  series = f64x2.add(f64x2.splat(0.6666666666666735), f64x2.mul(z, series));
  series = f64x2.mul(z, series);
  const tail = f64x2.add(f64x2.mul(k, f64x2.splat(ln2Low)), lost);
  const product = f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, series)), tail);
  const rest = f64x2.sub(f64x2.sub(halfSquare, product), f);
  return f64x2.sub(f64x2.mul(k, f64x2.splat(ln2High)), rest);
}

/** log(1 + x) of two numbers of 0 or more. */
function logOfOneAnd(x: v128): v128 {
  const one = f64x2.splat(1);
  const u = f64x2.add(x, one);
  // What was lost when 1 was added, in either order of size.
  const large = f64x2.sub(one, f64x2.sub(u, x));
  const small = f64x2.sub(x, f64x2.sub(u, one));
  return logarithm(u, f64x2.div(v128.bitselect(large, small, f64x2.ge(x, one)), u));
}

/** Of one number. The compiler's own logarithm has tables, which would lie in the caller's memory. */
function logOf(value: f64): f64 {
  return f64x2.extract_lane(logarithm(f64x2.splat(value), f64x2.splat(0)), 0);
}

/**
 * Weighted sums of `first` and `second` (32-bit powers) into `count` bands each. `weights`: 32-bit, those of all bands one after the other; `table`:
 * first bin and number of weights of each band, 32-bit integers. `logs`: of both, log(1 + 2 · amplitude), as 64-bit pairs.
 */
export function bands(
  first: usize,
  second: usize,
  weights: usize,
  table: usize,
  count: usize,
  firstBands: usize,
  secondBands: usize,
  logs: usize,
): void {
  const end = table + count * 8;
  for (; table < end; table += 8) {
    const bin = <usize>load<u32>(table) * 4;
    let a = first + bin;
    let b = second + bin;
    const last = weights + <usize>load<u32>(table, 4) * 4;
    let sum = f64x2.splat(0);
    for (; weights < last; weights += 4) {
      const weight = f64x2.promote_low_f32x4(v128.load32_splat(weights));
      sum = f64x2.add(sum, f64x2.mul(weight, both(a, b)));
      a += 4;
      b += 4;
    }
    const single = f32x4.demote_f64x2_zero(sum);
    v128.store_lane<f32>(firstBands, single, 0);
    v128.store_lane<f32>(secondBands, single, 1);
    firstBands += 4;
    secondBands += 4;
    const amplitude = f64x2.sqrt(f64x2.promote_low_f32x4(single));
    const log = f32x4.demote_f64x2_zero(logOfOneAnd(f64x2.add(amplitude, amplitude)));
    v128.store(logs, f64x2.promote_low_f32x4(log));
    logs += 16;
  }
}

/**
 * For each of `bins` places in `logs` (pairs as `bands` writes them, `count` of them, silence before them) the sum over harmonics of `decay` times what
 * sounds there, less `penalty` times what sounds between it and the one below; 0 at least. `table`: of each harmonic its decay (64-bit) and the bytes to
 * its pair and to the pair between (32-bit integers), rising.
 */
export function sumHarmonics(
  logs: usize,
  count: usize,
  table: usize,
  harmonics: usize,
  penalty: f64,
  bins: usize,
  first: usize,
  second: usize,
): void {
  const behind = logs + count * 16;
  const share = f64x2.splat(penalty);
  const tableEnd = table + harmonics * 16;
  for (let bin: usize = 0; bin < bins; bin++) {
    let sum = f64x2.splat(0);
    for (let row = table; row < tableEnd; row += 16) {
      const at = logs + <usize>load<i32>(row, 8);
      if (at >= behind) break;
      const between = logs + <usize>load<i32>(row, 12);
      const value = f64x2.sub(v128.load(at), f64x2.mul(share, v128.load(between)));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row), value));
    }
    const single = f32x4.demote_f64x2_zero(f64x2.max(f64x2.splat(0), sum));
    v128.store_lane<f32>(first + bin * 4, single, 0);
    v128.store_lane<f32>(second + bin * 4, single, 1);
    logs += 16;
  }
}

/**
 * Peaks of `powers` (32-bit) of `least` or more from bin `bin` to before bin `end`, placed between bins by a parabola through their logarithms: adds each one's
 * amplitude to `histogram` (100 64-bit sums) at its cents from the nearest semitone, −50 … 49.
 */
export function addTuning(
  powers: usize,
  bin: usize,
  end: usize,
  hzPerBin: f64,
  least: f64,
  histogram: usize,
): void {
  for (; bin < end; bin++) {
    const at = powers + bin * 4;
    const peak = <f64>load<f32>(at);
    if (peak < least) continue;
    const before = <f64>load<f32>(at - 4);
    const behind = <f64>load<f32>(at, 4);
    if (peak <= before || peak < behind) continue;
    const around = f64x2.add(f64x2.replace_lane(f64x2.splat(before), 1, behind), f64x2.splat(1e-12));
    const logs = logarithm(around, f64x2.splat(0));
    const below = f64x2.extract_lane(logs, 0);
    const above = f64x2.extract_lane(logs, 1);
    const curvature = below - 2 * logOf(peak) + above;
    const shift = (0.5 * (below - above)) / (curvature === 0 ? 1 : curvature);
    const cents = (1200 / Math.LN2) * logOf(((<f64>bin + shift) * hzPerBin) / 440);
    const deviation = <i32>Math.round(cents - 100 * Math.round(cents / 100));
    const place = histogram + <usize>((deviation + 150) % 100) * 8;
    store<f64>(place, load<f64>(place) + Math.sqrt(peak));
  }
}
