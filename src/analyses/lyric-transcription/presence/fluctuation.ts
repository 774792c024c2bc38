/**
 * How the partials move from frame to frame: a sung note glides and trembles where a played one stays or jumps.
 * After Lehner, Sonnleitner and Widmer, "Towards light-weight, real-time-capable singing voice detection"
 * (ISMIR 2013): bands of a logarithmic spectrum are shifted against the frame before, and the best shift, the
 * flatness and the concentration at the band's centre are kept.
 */

const binsPerOctave = 120;
const lowestHz = 160;
const octaves = 5.25;
const bandBins = 180;
const bandStepBins = 90;
const farthestShift = 5;
export const fluctuationBands = Math.floor((octaves * binsPerOctave - bandBins) / bandStepBins) + 1;
/** Shift, flatness and concentration of each band. */
export const fluctuationValues = 3 * fluctuationBands;

export class Fluctuation {
  private readonly bins = Math.round(octaves * binsPerOctave);
  private readonly cell: Int32Array;
  private readonly part: Float32Array;
  private readonly bell: Float32Array;
  private now = new Float32Array(this.bins);
  private before = new Float32Array(this.bins);

  constructor(binHz: number) {
    this.cell = new Int32Array(this.bins);
    this.part = new Float32Array(this.bins);
    for (let i = 0; i < this.bins; i++) {
      const place = (lowestHz * 2 ** (i / binsPerOctave)) / binHz;
      this.cell[i] = Math.floor(place);
      this.part[i] = place - Math.floor(place);
    }
    this.bell = Float32Array.from({ length: bandBins }, (_, i) =>
      Math.max(0, 1 - Math.abs(i - (bandBins - 1) / 2) / (bandBins / 2)),
    );
  }

  /** One frame's magnitudes; writes `fluctuationValues` numbers at `at`. The first frame has shift 0. */
  push(magnitudes: Float32Array, out: Float32Array, at: number): void {
    [this.now, this.before] = [this.before, this.now];
    const { now, before, cell, part, bell } = this;
    for (let i = 0; i < now.length; i++) {
      const low = magnitudes[cell[i]!]!;
      now[i] = Math.sqrt(low + part[i]! * (magnitudes[cell[i]! + 1]! - low));
    }
    for (let band = 0; band < fluctuationBands; band++) {
      const start = band * bandStepBins;
      let sum = 1e-9;
      let logs = 0;
      let centred = 0;
      for (let i = 0; i < bandBins; i++) {
        const value = now[start + i]! + 1e-9;
        sum += value;
        logs += Math.log(value);
        centred += value * bell[i]!;
      }
      out[at + 3 * band] = bestShift(now, before, start);
      out[at + 3 * band + 1] = Math.exp(logs / bandBins) / (sum / bandBins);
      out[at + 3 * band + 2] = centred / sum;
    }
  }
}

/** The shift of −5 … 5 bins (of 10 cents) under which the band looks most like the frame before. */
function bestShift(now: Float32Array, before: Float32Array, start: number): number {
  let best = 0;
  let highest = 0;
  for (let shift = -farthestShift; shift <= farthestShift; shift++) {
    const from = Math.max(start, -shift);
    const to = Math.min(start + bandBins, now.length - shift);
    let product = 0;
    let energy = 1e-12;
    for (let i = from; i < to; i++) {
      const other = now[i + shift]!;
      product += before[i]! * other;
      energy += other * other;
    }
    const similarity = product / Math.sqrt(energy);
    if (similarity > highest * (1 + 1e-6) || (shift === 0 && similarity >= highest)) {
      highest = similarity;
      best = shift;
    }
  }
  return best;
}
