/** Dot products of every int8 vector of the query with every one of a song. */

/** Vectors are padded with zeros to a multiple of this. */
const unrolled: usize = 32;

/** Adds eight products: int8 were widened to int16, products are added up in pairs as int32. */
function addProducts(sum: v128, a: v128, b: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(a, b));
}

/**
 * `a`: `rows` vectors of `stride` bytes, `b`: `columns` of them, `out`: int32 products, row-major. No count may be 0.
 */
export function dots(a: usize, rows: u32, b: usize, columns: u32, stride: usize, out: usize): void {
  const first = b;
  do {
    b = first;
    let column: u32 = 0;
    do {
      let sum = i32x4.splat(0);
      let at: usize = 0;
      do {
        const own = a + at;
        sum = addProducts(sum, v128.load_ext<i8>(own, 0), v128.load_ext<i8>(b, 0));
        sum = addProducts(sum, v128.load_ext<i8>(own, 8), v128.load_ext<i8>(b, 8));
        sum = addProducts(sum, v128.load_ext<i8>(own, 16), v128.load_ext<i8>(b, 16));
        sum = addProducts(sum, v128.load_ext<i8>(own, 24), v128.load_ext<i8>(b, 24));
        at += unrolled;
        b += unrolled;
      } while (at < stride);
      store<i32>(
        out,
        i32x4.extract_lane(sum, 0) +
          i32x4.extract_lane(sum, 1) +
          i32x4.extract_lane(sum, 2) +
          i32x4.extract_lane(sum, 3),
      );
      out += 4;
      column++;
    } while (column < columns);
    a += stride;
    rows--;
  } while (rows);
}
