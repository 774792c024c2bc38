/** A share of cases with its 95 % interval (Wilson 1927), as tables print it. */
export function shareOf(count: number, all: number): string {
  if (all === 0) return '–';
  const z = 1.96;
  const share = count / all;
  const middle = share + z ** 2 / (2 * all);
  const half = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * all)) / all);
  const [low, high] = [-1, 1].map((side) => (100 * (middle + side * half)) / (1 + z ** 2 / all));
  return `${count} (${(100 * share).toFixed(1)} %, ${Math.max(0, low!).toFixed(1)}–${Math.min(100, high!).toFixed(1)})`;
}
