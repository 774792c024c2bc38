/** Stable orders of many numbers, by a radix sort: a comparing sort calls back a dozen times a number. */

/** Two digits: what differs in a third alone is little, and put right after them. */
const digitBits = 12;
const digits = 2 ** digitBits;
const mask = digits - 1;

/** `items`, indices into `values`, by rising value; equal ones stay in their order. Values are finite. */
export function inRisingOrder(values: ArrayLike<number>, items: Int32Array): Int32Array {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const item of items) {
    const value = values[item]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const steps = highest > lowest ? (digits ** 2 - 1) / (highest - lowest) : 0;
  const keys = new Uint32Array(items.length);
  for (let i = 0; i < keys.length; i++) keys[i] = Math.floor((values[items[i]!]! - lowest) * steps);
  const order = sortedByKey(keys, items);
  // Different values of one step are few.
  for (let i = 1; i < order.length; i++) {
    const item = order[i]!;
    const value = values[item]!;
    let j = i - 1;
    for (; j >= 0 && values[order[j]!]! > value; j--) order[j + 1] = order[j]!;
    order[j + 1] = item;
  }
  return order;
}

function sortedByKey(keys: Uint32Array, items: Int32Array): Int32Array {
  const count = items.length;
  const [low, high] = [new Uint32Array(digits + 1), new Uint32Array(digits + 1)];
  for (let i = 0; i < count; i++) {
    low[(keys[i]! & mask) + 1]!++;
    high[(keys[i]! >>> digitBits) + 1]!++;
  }
  for (let digit = 1; digit <= mask; digit++) {
    low[digit]! += low[digit - 1]!;
    high[digit]! += high[digit - 1]!;
  }
  const byLow = new Int32Array(count);
  for (let i = 0; i < count; i++) byLow[low[keys[i]! & mask]!++] = i;
  const sorted = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const item = byLow[i]!;
    sorted[high[keys[item]! >>> digitBits]!++] = items[item]!;
  }
  return sorted;
}
