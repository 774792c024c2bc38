/**
 * Maps a linear power spectrum to a logarithmic frequency axis with triangular bands: as wide as the spacing of
 * the bands, and never narrower than one bin of the transform, so that low bands interpolate.
 */

export interface LogFrequencyOptions {
  readonly sampleRateHz: number;
  readonly fftSize: number;
  readonly minHz: number;
  readonly maxHz: number;
  readonly bandsPerOctave: number;
}

export class LogFrequencyMap {
  readonly bandCount: number;
  /** Linear bins needed: `power` must have at least this many places. */
  readonly binCount: number;
  private readonly firstBin: Int32Array;
  private readonly weightStart: Int32Array;
  private readonly weights: Float32Array;

  constructor(readonly options: LogFrequencyOptions) {
    const { sampleRateHz, fftSize, minHz, maxHz, bandsPerOctave } = options;
    if (!(minHz > 0 && maxHz > minHz && maxHz <= sampleRateHz / 2)) {
      throw new RangeError('Need 0 < minHz < maxHz ≤ half the sample rate');
    }
    const hzPerBin = sampleRateHz / fftSize;
    this.bandCount = Math.floor(Math.log2(maxHz / minHz) * bandsPerOctave) + 1;
    this.firstBin = new Int32Array(this.bandCount);
    this.weightStart = new Int32Array(this.bandCount + 1);
    const weights: number[] = [];
    let binCount = 0;
    for (let band = 0; band < this.bandCount; band++) {
      const centre = this.bandHz(band) / hzPerBin;
      const below = Math.min(this.bandHz(band - 1) / hzPerBin, centre - 1);
      const above = Math.max(this.bandHz(band + 1) / hzPerBin, centre + 1);
      const first = Math.max(0, Math.floor(below) + 1);
      const last = Math.min(fftSize >> 1, Math.ceil(above) - 1);
      this.firstBin[band] = first;
      for (let bin = first; bin <= last; bin++) {
        weights.push(bin <= centre ? (bin - below) / (centre - below) : (above - bin) / (above - centre));
      }
      this.weightStart[band + 1] = weights.length;
      binCount = Math.max(binCount, last + 1);
    }
    this.binCount = binCount;
    this.weights = Float32Array.from(weights);
  }

  /** Centre frequency of a band. */
  bandHz(band: number): number {
    return this.options.minHz * 2 ** (band / this.options.bandsPerOctave);
  }

  /** Where a band's bins begin, and their weights. */
  band(index: number): { readonly firstBin: number; readonly weights: Float32Array } {
    const { firstBin, weightStart, weights } = this;
    return {
      firstBin: firstBin[index]!,
      weights: weights.subarray(weightStart[index]!, weightStart[index + 1]!),
    };
  }

  /** Weighted sums of `power` into `bands` (bandCount places). */
  apply(power: Float32Array, bands: Float32Array): void {
    const { firstBin, weightStart, weights } = this;
    for (let band = 0; band < this.bandCount; band++) {
      let sum = 0;
      const end = weightStart[band + 1]!;
      for (let w = weightStart[band]!, bin = firstBin[band]!; w < end; w++, bin++)
        sum += weights[w]! * power[bin]!;
      bands[band] = sum;
    }
  }
}
