/** A matrix that grows by rows while a stream is read: doubling, so that a row costs constant time. */
export class GrowingRows<Values extends Float32Array | Uint8Array> {
  private values: Values;
  private used = 0;

  constructor(
    readonly width: number,
    private readonly allocate: (length: number) => Values,
    initialRows = 1024,
  ) {
    this.values = allocate(Math.max(1, initialRows) * width);
  }

  get rows(): number {
    return this.used;
  }

  /** A view of a fresh row, to be written before the next call. */
  append(): Values {
    if ((this.used + 1) * this.width > this.values.length) {
      const larger = this.allocate(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    const at = this.used++ * this.width;
    return this.values.subarray(at, at + this.width) as Values;
  }

  /** All rows, row by row; a view without the spare room. */
  finish(): Values {
    return this.values.subarray(0, this.used * this.width) as Values;
  }
}
