/** Stable orders of many numbers, by a radix sort: a comparing sort calls back a dozen times a number. */

const digitBits = 11;
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
  const steps = highest > lowest ? (2 ** 32 - 1) / (highest - lowest) : 0;
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
  let [fromKeys, fromItems]: [Uint32Array, Int32Array] = [keys, items.slice()];
  let [toKeys, toItems]: [Uint32Array, Int32Array] = [
    new Uint32Array(keys.length),
    new Int32Array(keys.length),
  ];
  const next = new Uint32Array(digits + 1);
  for (let bit = 0; bit < 32; bit += digitBits) {
    next.fill(0);
    for (let i = 0; i < fromKeys.length; i++) next[((fromKeys[i]! >>> bit) & mask) + 1]!++;
    for (let digit = 1; digit <= mask; digit++) next[digit]! += next[digit - 1]!;
    for (let i = 0; i < fromKeys.length; i++) {
      const at = next[(fromKeys[i]! >>> bit) & mask]!++;
      toKeys[at] = fromKeys[i]!;
      toItems[at] = fromItems[i]!;
    }
    [fromKeys, toKeys] = [toKeys, fromKeys];
    [fromItems, toItems] = [toItems, fromItems];
  }
  return fromItems;
}
