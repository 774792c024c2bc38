/**
 * The sketches of catalogues that were swept, in memory. A song's position is never used again, so that a sketch can grow old but never wrong; which
 * songs are alive is asked of the index each time.
 */

/** A catalogue's sketches. */
export interface CatalogueSketches {
  /** Where each song begins, rising. */
  readonly starts: readonly number[];
  /** The sketches one behind the other, in that order; empty where a song cannot be compared. */
  readonly sketches: Uint8Array;
  /** Where each ends. */
  readonly ends: Uint32Array;
}

interface Held {
  readonly catalogue: CatalogueSketches;
  usedAt: number;
}

/** About what one song takes beside its sketch. */
const songOverheadBytes = 24;

export class SketchCache {
  private readonly held = new Map<string, Held>();
  private uses = 0;

  constructor(private readonly limitBytes: number) {}

  get(accountId: string): CatalogueSketches | undefined {
    const held = this.held.get(accountId);
    if (held) held.usedAt = ++this.uses;
    return held?.catalogue;
  }

  /** Keeps an account's catalogue in the place of what was held of it, if it is not too large by itself. */
  set(accountId: string, catalogue: CatalogueSketches): void {
    this.held.delete(accountId);
    if (bytesOf(catalogue) > this.limitBytes) return;
    this.held.set(accountId, { catalogue, usedAt: ++this.uses });
    while (this.bytes > this.limitBytes) this.held.delete(this.firstToLeave(accountId));
  }

  get bytes(): number {
    let sum = 0;
    for (const { catalogue } of this.held.values()) sum += bytesOf(catalogue);
    return sum;
  }

  /** Large catalogues leave first, and those that were not used for long: an account with a large one does not drive out many small ones. */
  private firstToLeave(except: string): string {
    let found = except;
    let most = -1;
    for (const [accountId, { catalogue, usedAt }] of this.held) {
      const cost = bytesOf(catalogue) * (this.uses - usedAt);
      if (accountId !== except && cost > most) [found, most] = [accountId, cost];
    }
    return found;
  }
}

function bytesOf({ sketches, starts }: CatalogueSketches): number {
  return sketches.length + songOverheadBytes * starts.length;
}

/** Of the songs that begin at `starts`: what is known of them, and the `missing` ones' sketches, by start. */
export function joinSketches(
  starts: readonly number[],
  known: CatalogueSketches | undefined,
  missing: ReadonlyMap<number, Uint8Array>,
): CatalogueSketches {
  const knownOf = new Map(known?.starts.map((start, i) => [start, i]));
  const parts = starts.map((start) => missing.get(start) ?? sketchAt(known!, knownOf.get(start)!));
  const sketches = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  const ends = new Uint32Array(parts.length);
  let at = 0;
  parts.forEach((part, i) => {
    sketches.set(part, at);
    at += part.length;
    ends[i] = at;
  });
  return { starts, sketches, ends };
}

/** One song's, by its index. */
function sketchAt(
  { sketches, ends }: Pick<CatalogueSketches, 'sketches' | 'ends'>,
  song: number,
): Uint8Array {
  return sketches.subarray(song === 0 ? 0 : ends[song - 1]!, ends[song]!);
}
