/** Unbiased autocorrelation up to `maxLag`, clipped at 0 and scaled by lag 0. */
export function autocorrelation(values: Float32Array, maxLag: number): Float32Array {
  const result = new Float32Array(maxLag + 1);
  const count = values.length;
  let energy = 0;
  for (let i = 0; i < count; i++) energy += values[i]! * values[i]!;
  if (!(energy > 0)) return result;
  const last = Math.min(maxLag, count - 1);
  for (let first = 0; first <= last; first += lagsAtOnce) {
    productsOf(values, first);
    for (let lag = first; lag < first + lagsAtOnce && lag <= last; lag++)
      result[lag] = Math.max(0, (products[lag - first]! / (count - lag)) * (count / energy));
  }
  return result;
}

const lagsAtOnce = 4;
const products = new Float64Array(lagsAtOnce);

/** Sums of products at four lags from `lag` on, which do not wait for one another; each is summed in the order of the values. */
function productsOf(values: Float32Array, lag: number): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  // The first products of the shorter lags have no counterpart in the longest.
  const whole = lag + lagsAtOnce - 1;
  for (let i = lag; i < Math.min(whole, values.length); i++) {
    const value = values[i]!;
    a += value * values[i - lag]!;
    if (i > lag) b += value * values[i - lag - 1]!;
    if (i > lag + 1) c += value * values[i - lag - 2]!;
  }
  for (let i = whole, at = lagsAtOnce - 1; i < values.length; i++, at++) {
    const value = values[i]!;
    a += value * values[at]!;
    b += value * values[at - 1]!;
    c += value * values[at - 2]!;
    d += value * values[at - 3]!;
  }
  products[0] = a;
  products[1] = b;
  products[2] = c;
  products[3] = d;
}
