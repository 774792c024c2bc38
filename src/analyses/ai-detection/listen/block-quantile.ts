/**
 * A low quantile over frames, block by block in bounded memory. A line that is always there survives it; music that
 * comes and goes does not. It follows lines that a pitch shifter's phase vocoder moves about better than the mean does.
 */

/** The share of a block's frames below the value that is kept. */
const share = 0.2;

export class BlockQuantile {
  private readonly frames: Float32Array[] = [];
  private filled = 0;
  private readonly scratch: Float32Array;

  /** Blocks hold up to `blockFrames` frames of `bins` values. */
  constructor(
    private readonly bins: number,
    private readonly blockFrames: number,
  ) {
    this.scratch = new Float32Array(blockFrames);
  }

  /** Takes one frame; true where the block is full now and must be counted. */
  add(values: Float32Array): boolean {
    const frame = this.frames[this.filled] ?? new Float32Array(this.bins);
    frame.set(values);
    this.frames[this.filled++] = frame;
    return this.filled === this.blockFrames;
  }

  /** Adds the waiting frames' quantile, times their count, to `sum`, and begins a new block. */
  addTo(sum: Float32Array): void {
    const { filled, frames, bins, scratch } = this;
    if (filled === 0) return;
    const place = share * (filled - 1);
    const left = Math.floor(place);
    const fraction = place - left;
    for (let bin = 0; bin < bins; bin++) {
      // Insertion sort: blocks are short.
      for (let index = 0; index < filled; index++) {
        const value = frames[index]![bin]!;
        let at = index;
        for (; at > 0 && scratch[at - 1]! > value; at--) scratch[at] = scratch[at - 1]!;
        scratch[at] = value;
      }
      const low = scratch[left]!;
      const next = left + 1 < filled ? scratch[left + 1]! : low;
      sum[bin]! += filled * (low + fraction * (next - low));
    }
    this.filled = 0;
  }
}
