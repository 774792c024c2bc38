/**
 * Keeps recently read blocks in memory. A segment never changes and its id is never used again, so a copy can
 * grow old but never wrong; which segments are alive is asked of the database each time.
 */

export class BlockCache {
  private readonly entries = new Map<string, Uint8Array>();
  private held = 0;

  constructor(private readonly limitBytes: number) {}

  /** Undefined where unknown; an empty array where the segment has no such block. */
  get(segmentId: number, bucket: number): Uint8Array | undefined {
    const name = `${segmentId}/${bucket}`;
    const bytes = this.entries.get(name);
    if (bytes !== undefined) {
      // Maps keep insertion order: putting it back makes it the youngest.
      this.entries.delete(name);
      this.entries.set(name, bytes);
    }
    return bytes;
  }

  set(segmentId: number, bucket: number, bytes: Uint8Array): void {
    const name = `${segmentId}/${bucket}`;
    if (this.entries.has(name)) return;
    this.entries.set(name, bytes);
    this.held += bytes.length + entryOverheadBytes;
    for (const [oldest, old] of this.entries) {
      if (this.held <= this.limitBytes) break;
      this.entries.delete(oldest);
      this.held -= old.length + entryOverheadBytes;
    }
  }
}

/** About what a map entry, its name and a typed array take beside the bytes. */
const entryOverheadBytes = 200;
