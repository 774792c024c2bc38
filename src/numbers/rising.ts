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

/** The values of rising lists, each once, rising. */
export function unionOfRising(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 0) return new Uint32Array(0);
  if (lists.length === 1) return withoutRepeats(lists[0]!);
  const half = lists.length >> 1;
  const [a, b] = [unionOfRising(lists.slice(0, half)), unionOfRising(lists.slice(half))];
  const union = new Uint32Array(a.length + b.length);
  let [i, j, count] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i]!, b[j]!];
    union[count++] = left < right ? left : right;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  union.set(a.subarray(i), count);
  union.set(b.subarray(j), count + a.length - i);
  return union.subarray(0, count + a.length - i + b.length - j);
}

function withoutRepeats(values: Uint32Array): Uint32Array {
  const distinct = new Uint32Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++)
    if (at === 0 || values[at] !== values[at - 1]) distinct[count++] = values[at]!;
  return distinct.subarray(0, count);
}
