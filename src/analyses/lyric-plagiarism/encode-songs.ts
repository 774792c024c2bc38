/** Keeps the index up with the datasets: encodes songs that are in no segment yet, and merges small segments. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Compute, ReportProgress } from '../../domain/compute.js';
import type { LyricEncoder } from './engine.js';
import type { EncodeInput, MergeInput } from './kernels.js';
import type { LyricIndex, SongToIndex, StoredSegment } from './ports.js';

/** Songs encoded into one segment: some seconds of work, so that little is lost when it is cut off. */
const songsAtOnce = 1_000;
/** Characters of lyrics handed to a compute process at once. */
const charactersAtOnce = 4_000_000;
/** This many segments of fewer songs than `smallSongs` become one. */
const mergedSegments = 8;
const smallSongs = 1_024;
const maxMergedSongs = 8_192;

export interface EncodingOptions {
  readonly index: LyricIndex;
  readonly compute: Compute;
  readonly encoder: LyricEncoder;
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

/** A batch takes seconds; with a large encoder on a small machine minutes, in which the lease is renewed. */
const leaseSeconds = 60;
const renewEveryMs = 10_000;
/** How long to wait before looking again whether another process is through. */
const waitMs = 500;

/**
 * Indexes every song of these datasets that is not, then merges. Where another process is at it, this one waits for
 * its songs instead of encoding them as well, and goes on in its place should it die. Cut off at any point, it goes on
 * from there the next time. Returns how many songs it encoded itself.
 */
export async function catchUp(options: EncodingOptions, datasetIds: readonly string[]): Promise<number> {
  const { index, signal } = options;
  const encoder = options.encoder.key;
  const total = await index.countUnindexed(encoder, datasetIds);
  if (total === 0) return 0;
  const holder = randomUUID();
  let encoded = 0;
  for (const [at, datasetId] of datasetIds.entries()) {
    const later = await index.countUnindexed(encoder, datasetIds.slice(at + 1));
    // Ends: each round encodes songs, waits for whoever does, or finds none left.
    for (;;) {
      const here = await index.countUnindexed(encoder, [datasetId]);
      if (here === 0) break;
      const left = here + later;
      if (!(await index.lease(encoder, datasetId, holder, leaseSeconds))) {
        options.onProgress?.(Math.max(0, 1 - left / total), 'waiting for songs that are being indexed');
        await setTimeout(waitMs, undefined, { signal });
        continue;
      }
      try {
        encoded += await encodeBatch(options, datasetId, holder, total, left);
      } finally {
        await index.release(encoder, datasetId, holder);
      }
    }
  }
  if (encoded > 0) await mergeSmall(options, encoder, datasetIds);
  return encoded;
}

/** Encodes the oldest songs of the dataset that are in no segment, as many as go at once. Returns how many. */
async function encodeBatch(
  { index, compute, encoder, signal, onProgress }: EncodingOptions,
  datasetId: string,
  holder: string,
  total: number,
  left: number,
): Promise<number> {
  const songs = fitting(await index.unindexed(encoder.key, datasetId, songsAtOnce));
  if (songs.length === 0) return 0;
  let renewedAt = Date.now();
  const { lines, bytes } = await compute.run(
    'lyrics.encode',
    { encoderId: encoder.id, songs } satisfies EncodeInput,
    {
      signal,
      onProgress(share) {
        // What others added meanwhile makes more songs than there were.
        onProgress?.(Math.max(0, 1 - (left - share * songs.length) / total), `indexing ${total} new songs`);
        if (Date.now() - renewedAt < renewEveryMs) return;
        renewedAt = Date.now();
        // Should it fail, the lease lapses, and another may encode the same songs once more: no harm is done.
        void index.lease(encoder.key, datasetId, holder, leaseSeconds).catch(() => {});
      },
    },
  );
  const songIds = songs.map((song) => song.songId);
  await index.add({ encoder: encoder.key, datasetId, songIds, lines, bytes });
  return songs.length;
}

/** As many of the first songs as fit in one call, at least one. */
function fitting(songs: readonly SongToIndex[]): readonly SongToIndex[] {
  let characters = 0;
  for (let count = 0; count < songs.length; count++) {
    characters += songs[count]!.lyrics.length;
    if (characters > charactersAtOnce) return songs.slice(0, Math.max(1, count));
  }
  return songs;
}

async function mergeSmall(
  options: EncodingOptions,
  encoder: string,
  datasetIds: readonly string[],
): Promise<void> {
  const { index, compute, signal } = options;
  const byDataset = new Map<string, StoredSegment[]>();
  for (const segment of await index.segments(encoder, datasetIds)) {
    if (segment.songs >= smallSongs && segment.dead.length * 2 < segment.songs) continue;
    byDataset.set(segment.datasetId, [...(byDataset.get(segment.datasetId) ?? []), segment]);
  }
  for (const [datasetId, segments] of byDataset) {
    if (segments.length < mergedSegments) continue;
    const chosen = underLimit(segments);
    const merged = await compute.run('lyrics.merge', { segments: chosen } satisfies MergeInput, { signal });
    await index.replace(chosen, { encoder, datasetId, ...merged });
  }
}

function underLimit(segments: readonly StoredSegment[]): StoredSegment[] {
  let songs = 0;
  return segments.filter((segment) => {
    songs += segment.songs - segment.dead.length;
    return songs <= maxMergedSongs;
  });
}
