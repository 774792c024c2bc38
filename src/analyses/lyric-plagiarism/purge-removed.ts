/** Rewrites segments that still hold lines and vectors of songs which left their dataset. */
import type { Compute } from '../../domain/compute.js';
import type { MergeInput } from './kernels.js';
import type { LyricIndex } from './ports.js';

/** Cut off at any point, it goes on from there the next time. Returns how many segments it rewrote. */
export async function purgeRemoved(
  index: LyricIndex,
  compute: Compute,
  signal: AbortSignal,
): Promise<number> {
  let rewritten = 0;
  for (const { encoder, datasetId } of await index.withRemoved()) {
    for (const segment of await index.segments(encoder, [datasetId])) {
      if (segment.dead.length === 0) continue;
      signal.throwIfAborted();
      const input: MergeInput = { segments: [segment] };
      const merged = await compute.run('lyrics.merge', input, { signal });
      if (await index.replace([segment], { encoder, datasetId, ...merged })) rewritten += 1;
    }
  }
  // What holds no living song at all is deleted whole.
  await index.deleteUnused();
  return rewritten;
}
