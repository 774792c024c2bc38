/** 95 % score interval of a share of `count` trials (Wilson 1927); 0 … 1 where there were none. */
export function wilsonInterval(share: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half =
    (Math.sqrt(z2) / (1 + z2 / count)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
