/**
 * Keeps recently read bytes in memory. A segment never changes and neither its id nor a song's position is ever
 * used again, so a copy can grow old but never wrong; what is alive is asked of the database each time.
 */

export class BlockCache {
  private readonly groups = new Map<number | string, Map<number, Uint8Array>>();
  /** In order of arrival: the oldest leave first. */
  private readonly arrivals: [group: number | string, item: number][] = [];
  private oldest = 0;
  private held = 0;

  constructor(private readonly limitBytes: number) {}

  /** A segment's block, or an account's song; an empty array where it is known not to exist. */
  get(group: number | string, item: number): Uint8Array | undefined {
    return this.groups.get(group)?.get(item);
  }

  /** All that is held of a segment or an account, for many look-ups. */
  group(group: number | string): ReadonlyMap<number, Uint8Array> | undefined {
    return this.groups.get(group);
  }

  set(group: number | string, item: number, bytes: Uint8Array): void {
    let items = this.groups.get(group);
    if (!items) {
      items = new Map();
      this.groups.set(group, items);
    }
    if (items.has(item)) return;
    items.set(item, bytes);
    this.arrivals.push([group, item]);
    this.held += bytes.length + entryOverheadBytes;
    while (this.held > this.limitBytes && this.oldest < this.arrivals.length) this.dropOldest();
  }

  /** Drops everything. */
  clear(): void {
    this.groups.clear();
    this.arrivals.length = 0;
    this.oldest = 0;
    this.held = 0;
  }

  private dropOldest(): void {
    const [group, item] = this.arrivals[this.oldest++]!;
    const items = this.groups.get(group)!;
    this.held -= items.get(item)!.length + entryOverheadBytes;
    items.delete(item);
    if (items.size === 0) this.groups.delete(group);
    if (this.oldest > 10_000) {
      this.arrivals.splice(0, this.oldest);
      this.oldest = 0;
    }
  }
}

/** About what map entries and a typed array take beside the bytes. */
const entryOverheadBytes = 200;
