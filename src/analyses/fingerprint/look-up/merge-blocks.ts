/** Merges sorted posting blocks and leaves out what belongs to removed songs: the work of a compaction. */
import { encodeBlocks, forEachCell, forEachPosting } from '../../../domain/posting-block.js';
import type { MergedBlocks, MergeStep } from '../ports.js';

export function mergeBlocks(step: MergeStep): MergedBlocks {
  // A double holds 53 bits: the key counted from the step's first above, the position below.
  const range = 2 ** Math.floor(53 - Math.log2(step.endKey - step.firstKey));
  const packed: number[] = [];
  for (const source of step.sources) {
    const offset = source.base - step.base;
    source.blocks.forEach((block, i) => {
      forEachCell(block, source.buckets[i]!, source.shift, (firstKey, from, to) => {
        forEachPosting(block, from, to, firstKey, (key, position) => {
          if (key < step.firstKey || key >= step.endKey) return;
          if (!isLiving(step.living, source.base + position)) return;
          if (offset + position >= range)
            throw new RangeError('Too wide a merge: give a smaller range of keys');
          packed.push((key - step.firstKey) * range + offset + position);
        });
      });
    });
  }
  const sorted = Float64Array.from(packed).sort();
  const keys = Uint32Array.from(sorted, (value) => Math.floor(value / range) + step.firstKey);
  const positions = Uint32Array.from(sorted, (value) => value % range);
  const blocks = encodeBlocks({ keys, positions }, step.shift);
  return {
    buckets: Uint32Array.from(blocks, (block) => block.bucket),
    blocks: blocks.map((block) => block.bytes),
    postings: keys.length,
  };
}

/** Whether a position lies in one of the ranges [start, end), given as rising pairs. */
function isLiving(ranges: Float64Array, position: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[2 * middle + 1]! > position) high = middle;
    else low = middle + 1;
  }
  return 2 * low < ranges.length && ranges[2 * low]! <= position;
}
