/** A list of numbers in a typed array that grows. */
export class GrowingFloats {
  private store = new Float32Array(1024);
  private used = 0;

  push(value: number): void {
    this.reserve(1);
    this.store[this.used++] = value;
  }

  pushAll(values: Float32Array): void {
    this.reserve(values.length);
    this.store.set(values, this.used);
    this.used += values.length;
  }

  /** A copy of exactly what was pushed. */
  values(): Float32Array {
    return this.store.slice(0, this.used);
  }

  private reserve(more: number): void {
    if (this.used + more <= this.store.length) return;
    const larger = new Float32Array(2 * (this.used + more));
    larger.set(this.store);
    this.store = larger;
  }
}
