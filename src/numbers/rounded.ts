/** To `digits` decimals: the number next to it that has no more. NaN and the infinities stay what they are. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
