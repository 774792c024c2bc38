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
