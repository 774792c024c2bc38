/**
 * Keeps segments open between searches of one compute process. Segments never change, so a path that is still
 * asked for needs no second look; what is no longer asked for is closed when memory is short.
 */
import { type OpenSegment, openSegment } from './segment-reader.js';

const keptBytes = 1_500_000_000;
const kept = new Map<string, OpenSegment>();

/** The segments at `paths`, in that order. `willScan`: their codes will be asked for. */
export async function openSegments(
  paths: readonly string[],
  { willScan }: { readonly willScan: boolean },
): Promise<OpenSegment[]> {
  const segments: OpenSegment[] = [];
  for (const path of paths) {
    const segment = kept.get(path) ?? (await openSegment(path));
    // Re-inserting moves it to the end: the map's order is the order of last use.
    kept.delete(path);
    kept.set(path, segment);
    segments.push(segment);
  }
  await makeRoom(paths, willScan ? paths : []);
  return segments;
}

/** Closes what was used least recently and is not `inUse`, so that the codes of what will be `scanned` have room. */
export async function makeRoom(inUse: readonly string[], scanned: readonly string[]): Promise<void> {
  const stays = new Set(inUse);
  const loads = new Set(scanned);
  let total = 0;
  for (const [path, segment] of kept) {
    // Codes are loaded when they are first asked for: counted as if they were.
    const { semanticCodes, lexicalCodes } = segment.header.sections;
    total += loads.has(path) ? semanticCodes.bytes + lexicalCodes.bytes : segment.loadedBytes;
  }
  for (const [path, segment] of kept) {
    if (total <= keptBytes && kept.size <= 1024) return;
    if (stays.has(path)) continue;
    kept.delete(path);
    total -= segment.loadedBytes;
    await segment.close();
  }
}
