/** A segment's postings as the engine takes them. */
import { forEachCell, forEachPosting } from '../../domain/posting-block.js';
import { type Connection, readBlocks, type Segment } from '../fingerprint/segments.js';

/** Two lists of one length. */
export interface PostingLists {
  readonly keys: number[];
  readonly positions: number[];
}

/** Appends to `lists` the postings of blocks first … last of a segment whose place in the catalogue is wanted. */
export async function collectPostings(
  db: Connection,
  segment: Segment,
  { first, last }: { readonly first: number; readonly last: number },
  isWanted: (position: number) => boolean,
  lists: PostingLists,
): Promise<void> {
  for (const { bucket, bytes } of await readBlocks(db, segment.id, first, last)) {
    forEachCell(bytes, bucket, segment.shift, (firstKey, from, to) => {
      forEachPosting(bytes, from, to, firstKey, (key, relative) => {
        const position = segment.base + relative;
        if (!isWanted(position)) return;
        lists.keys.push(key);
        lists.positions.push(position);
      });
    });
  }
}
