/** Pearson's correlation of twelve pitch classes, from `tonic` upwards, with a key's profile (Krumhansl 1990, ch. 4); 0 where all are equal. */
export function profileCorrelation(
  pitchClasses: ArrayLike<number>,
  profile: readonly number[],
  tonic: number,
): number {
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < 12; i++) {
    meanX += pitchClasses[i]! / 12;
    meanY += profile[i]! / 12;
  }
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < 12; i++) {
    const x = pitchClasses[(tonic + i) % 12]! - meanX;
    const y = profile[i]! - meanY;
    xy += x * y;
    xx += x * x;
    yy += y * y;
  }
  return xx > 0 ? xy / Math.sqrt(xx * yy) : 0;
}
