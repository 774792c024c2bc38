/**
 * How much tag data the decoding library may see. It keeps the fields of a file in a list that it searches for each new
 * one, so that a hundred thousand fields cost minutes; no music file has two thousand.
 */
const maxFields = 2_000;
/** Pictures are not counted: they are read over, not searched. */
const maxTextBytes = 2_000_000;

export class TagBudget {
  private fields = 0;
  private textBytes = 0;

  count(fields: number, textBytes: number): void {
    this.fields += fields;
    this.textBytes += textBytes;
  }

  /** For structures that no music file has: nested without end, or not what they claim. */
  exceed(): void {
    this.fields = Number.POSITIVE_INFINITY;
  }

  get isExceeded(): boolean {
    return this.fields > maxFields || this.textBytes > maxTextBytes;
  }
}
