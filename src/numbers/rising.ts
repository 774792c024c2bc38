/** Look-ups in rising lists, in steps that halve what is left. */

/** How many of the first `count` values are below `value`: the place of the first that is not. */
export function countBelow(values: ArrayLike<number>, value: number, count = values.length): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the first `count` values are `value` or below it: the place behind the last that is. */
export function countAtMost(values: ArrayLike<number>, value: number, count = values.length): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From `from` on, the place of the first value that is not below `value`; quick where that is near. */
export function nextNotBelow(values: ArrayLike<number>, value: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step <= values.length && values[low + step - 1]! < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(values.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
