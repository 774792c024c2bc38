/** Weighted sums of rows, for the layers of a network: src/signal/weighted-rows.ts. All numbers are 32-bit floats. */

/**
 * Adds to each of `rows` sums of `units` the `inputs` values of its row times their weights. `values`: rows × inputs;
 * `weights`: inputs × units; `sums`: rows × units. `rows` is even, `units` a multiple of 16; no count is 0.
 */
export function add(values: usize, rows: i32, inputs: i32, weights: usize, units: i32, sums: usize): void {
  const width = (<usize>inputs) << 2;
  const stride = (<usize>units) << 2;
  for (let row = 0; row < rows; row += 2, values += width << 1, sums += stride << 1) {
    for (let unit: usize = 0; unit < stride; unit += 64) {
      const first = sums + unit;
      const second = first + stride;
      let a = v128.load(first);
      let b = v128.load(first, 16);
      let c = v128.load(first, 32);
      let d = v128.load(first, 48);
      let e = v128.load(second);
      let f = v128.load(second, 16);
      let g = v128.load(second, 32);
      let h = v128.load(second, 48);
      let weight = weights + unit;
      for (let value = values; value < values + width; value += 4, weight += stride) {
        const own = v128.load_splat<f32>(value);
        const next = v128.load_splat<f32>(value + width);
        let four = v128.load(weight);
        a = f32x4.add(a, f32x4.mul(own, four));
        e = f32x4.add(e, f32x4.mul(next, four));
        four = v128.load(weight, 16);
        b = f32x4.add(b, f32x4.mul(own, four));
        f = f32x4.add(f, f32x4.mul(next, four));
        four = v128.load(weight, 32);
        c = f32x4.add(c, f32x4.mul(own, four));
        g = f32x4.add(g, f32x4.mul(next, four));
        four = v128.load(weight, 48);
        d = f32x4.add(d, f32x4.mul(own, four));
        h = f32x4.add(h, f32x4.mul(next, four));
      }
      v128.store(first, a);
      v128.store(first, b, 16);
      v128.store(first, c, 32);
      v128.store(first, d, 48);
      v128.store(second, e);
      v128.store(second, f, 16);
      v128.store(second, g, 32);
      v128.store(second, h, 48);
    }
  }
}
