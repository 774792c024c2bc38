/** Keeps the index up with the datasets: encodes songs that are in no segment yet, and merges small segments. */
import type { Compute, ReportProgress } from '../analysis.js';
import type { EncodedSongs } from './encode-songs.js';
import type { LyricEncoder } from './engine.js';
import type { EncodeInput, MergeInput } from './kernels.js';
import type { MergedSegment } from './merge-segments.js';
import type { LyricIndex, SongToIndex, StoredSegment } from './ports.js';

/** Songs encoded into one segment: some seconds of work, so that little is lost when it is cut off. */
const songsAtOnce = 1_000;
/** Characters of lyrics handed to a compute process at once. */
const charactersAtOnce = 4_000_000;
/** This many segments of fewer songs than `smallSongs` become one. */
const mergedSegments = 8;
const smallSongs = 1_024;
const maxMergedSongs = 8_192;

export interface UpkeepOptions {
  readonly index: LyricIndex;
  readonly compute: Compute;
  readonly encoder: LyricEncoder;
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

/**
 * Indexes every song of these datasets that is not, then merges. Cut off at any point, it goes on from there the
 * next time. Returns how many songs it encoded.
 */
export async function catchUp(options: UpkeepOptions, datasetIds: readonly string[]): Promise<number> {
  const { index, compute, signal, onProgress } = options;
  const { id: encoderId, key: encoder } = options.encoder;
  const total = await index.countUnindexed(encoder, datasetIds);
  let done = 0;
  while (done < total) {
    const songs = fitting(await index.unindexed(encoder, datasetIds, songsAtOnce));
    if (songs.length === 0) break;
    const { lines, bytes } = await compute.run<EncodedSongs>(
      'lyrics.encode',
      { encoderId, songs } satisfies EncodeInput,
      {
        signal,
        onProgress: (share) =>
          onProgress?.((done + share * songs.length) / total, `indexing ${total} new songs`),
      },
    );
    const songIds = songs.map((song) => song.songId);
    await index.add({ encoder, datasetId: songs[0]!.datasetId, songIds, lines, bytes });
    done += songs.length;
  }
  if (done > 0) await mergeSmall(options, encoder, datasetIds);
  return done;
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
  options: UpkeepOptions,
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
    const merged = await compute.run<MergedSegment>(
      'lyrics.merge',
      { segments: chosen } satisfies MergeInput,
      { signal },
    );
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
