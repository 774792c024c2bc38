/** What the plagiarism analysis asks of its storage and of whoever describes music. */
import type { MusicInput } from '../analysis.js';

/** Opens the music behind a dataset's song as a file, there until it is released; null when it is gone. */
export type OpenMusic = (musicId: string) => Promise<{ music: MusicInput; release(): Promise<void> } | null>;

export interface SongToDescribe {
  readonly songId: string;
  readonly musicId: string;
}

export interface SongToIndex {
  readonly songId: string;
  /** The music that was described; the song counts as undescribed once it points to another one. */
  readonly musicId: string;
  /** What the scan reads of it (scan-row.ts). */
  readonly codes: Uint16Array;
  /** The description without the notes of the mix (song-description-codec.ts). */
  readonly sketch: Uint8Array;
}

/** A run of the index as a local file (code-chunk.ts), kept at least ten minutes after it is replaced. */
export interface StoredChunk {
  readonly path: string;
  /** In the order of the chunk. */
  readonly songIds: readonly string[];
}

export interface FoundSongFacts {
  readonly title: string;
  readonly artist: string;
  readonly link: string | null;
  readonly musicId: string | null;
  /** `musicId` where that is a recording (not notes) of the asking account: what its user may play. */
  readonly playableMusicId: string | null;
  readonly sketch: Uint8Array;
}

/**
 * The melody index: one row a song beside the datasets' songs, read as chunks. `engine` is the version of codes and
 * sketches; rows of other versions are as if they were not there.
 */
export interface MelodyIndex {
  /** The account's own datasets and `default`, or only `datasetId`; null where the account may not read that. */
  searchable(accountId: string, datasetId: string | null): Promise<string[] | null>;
  /** Songs with music that have no row of this engine, oldest first. */
  undescribed(engine: number, datasetIds: readonly string[], limit: number): Promise<SongToDescribe[]>;
  countUndescribed(engine: number, datasetIds: readonly string[]): Promise<number>;
  /** Adds a song or replaces what is there. Nothing is done when the song is gone from its dataset. */
  put(engine: number, song: SongToIndex): Promise<void>;
  chunks(engine: number, datasetIds: readonly string[]): Promise<StoredChunk[]>;
  /** Deletes local copies of chunks that changed or are gone. */
  deleteUnused(): Promise<void>;
  /** Songs that are gone, or point to other music since, are left out. */
  songs(engine: number, songIds: readonly string[], accountId: string): Promise<Map<string, FoundSongFacts>>;
}

/** Writes songs' rows as one chunk; handed to the storage, which knows no music. */
export type EncodeChunk = (songs: readonly Uint16Array[]) => Uint8Array;
