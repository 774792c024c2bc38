/**
 * Keeps segments open between searches of one compute process. Segments never change, so a path that is still
 * asked for needs no second look; what is no longer asked for is closed when memory is short.
 */
import { type OpenSegment, openSegment } from './segment-reader.js';

const keptBytes = 1_500_000_000;
const kept = new Map<string, OpenSegment>();

/** The segments at `paths`, in that order. */
export async function openSegments(paths: readonly string[]): Promise<OpenSegment[]> {
  const segments: OpenSegment[] = [];
  for (const path of paths) {
    const segment = kept.get(path) ?? (await openSegment(path));
    // Re-inserting moves it to the end: the map's order is the order of last use.
    kept.delete(path);
    kept.set(path, segment);
    segments.push(segment);
  }
  await dropLeastRecent(new Set(paths));
  return segments;
}

async function dropLeastRecent(inUse: ReadonlySet<string>): Promise<void> {
  let total = 0;
  for (const segment of kept.values()) total += segment.loadedBytes;
  for (const [path, segment] of kept) {
    if (total <= keptBytes && kept.size <= 1024) return;
    if (inUse.has(path)) continue;
    kept.delete(path);
    total -= segment.loadedBytes;
    await segment.close();
  }
}
