/** Shares with their intervals. */

/** Both ends of the 95 % interval of a share (Wilson 1927). */
export function wilson(cases: number, of: number): [number, number] {
  const z = 1.96;
  const rate = cases / of;
  const middle = (rate + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** `3 of 400 (0.3–2.2 %)`. */
export function share(cases: number, of: number): string {
  const [low, high] = wilson(cases, Math.max(1, of)).map((end) => (100 * end).toFixed(1));
  return `${cases} of ${of} (${low}–${high} %)`;
}
