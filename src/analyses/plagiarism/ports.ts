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

/** Songs of a dataset that stand together in the index. */
export interface ChunkName {
  readonly datasetId: string;
  readonly chunk: number;
}

/** A run of the index as a local file (code-chunk.ts), kept at least ten minutes after it is replaced. */
export interface StoredChunk extends ChunkName {
  /** Null where the chunk was asked to be left out. */
  readonly path: string | null;
  /** In the order of the chunk; empty where it was left out. */
  readonly songIds: readonly string[];
}

/** A song's place in its chunk, which it keeps as long as it is there. */
export interface SongInChunk extends ChunkName {
  readonly song: number;
}

export interface StoredRow extends SongInChunk {
  readonly songId: string;
  /** See scan-row.ts. */
  readonly row: Uint16Array;
}

export interface ListedChunk extends ChunkName {
  readonly songs: number;
  /** Names this state of the chunk. */
  readonly block: bigint;
}

export interface BestRequest {
  /** Each code once, with what it counts where it is found. */
  readonly codes: Uint16Array;
  readonly weights: Uint16Array;
  /** The query's sketches: as it is counted, then at other tempos; none where it has no chroma sequence. */
  readonly chromaSketches: readonly Int8Array[];
  readonly limits: { readonly melody: number; readonly harmony: number; readonly chroma: readonly number[] };
}

/** Of products that are not zero. */
export interface ProductSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

export interface BestPlaces {
  /** At least the best of each kind by the limits; with some more, because scores are rounded on the way. */
  readonly places: readonly SongInChunk[];
  /** One a sketch of the request, of all songs. */
  readonly products: readonly ProductSums[];
}

/** Chunks in a search engine, for one search. What is not as it was confirmed is noticed by `isWhole`. */
export interface HeldChunks {
  has(name: ChunkName): boolean;
  readonly songs: number;
  /** How many songs hold each of the codes, in their order. */
  holders(codes: Uint16Array, signal: AbortSignal): Promise<Uint32Array>;
  best(request: BestRequest, signal: AbortSignal): Promise<BestPlaces>;
  /** Whether all rows of these chunks are there; asked last. */
  isWhole(signal: AbortSignal): Promise<boolean>;
}

export interface CodeEngine {
  /** `compare`: it is asked, and what the chunks' files say is the answer. */
  readonly mode: 'serve' | 'compare';
  /** As many songs may be searched in files where the engine does not hold them. */
  readonly maxOwnSongs: number;
  /** What is to be searched, as the database has it. */
  list(engine: number, datasetIds: readonly string[]): Promise<ListedChunk[]>;
  /** Rejects where the engine does not answer, as its methods do. */
  open(chunks: readonly ListedChunk[], signal: AbortSignal): Promise<HeldChunks>;
  /** `backlog`: some chunks were searched here, `fallback`: all. */
  onSearch(path: 'engine' | 'backlog' | 'fallback' | 'refused', seconds: number): void;
  /** Whether the engine's candidates were those of the files. */
  onCompared(isSame: boolean): void;
  onFailure(error: unknown): void;
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
  /** Holds chunks' codes beside the files; absent where there is none. */
  readonly engine?: CodeEngine;
  /** The account's own datasets and `default`, or only `datasetId`; null where the account may not read that. */
  searchable(accountId: string, datasetId: string | null): Promise<string[] | null>;
  /** Songs with music that have no row of this engine, oldest first. */
  undescribed(engine: number, datasetIds: readonly string[], limit: number): Promise<SongToDescribe[]>;
  countUndescribed(engine: number, datasetIds: readonly string[]): Promise<number>;
  /** Adds a song or replaces what is there. Nothing is done when the song is gone from its dataset. */
  put(engine: number, song: SongToIndex): Promise<void>;
  /** `leaveOut`: chunks that need no file. */
  chunks(
    engine: number,
    datasetIds: readonly string[],
    leaveOut?: (name: ChunkName) => boolean,
  ): Promise<StoredChunk[]>;
  /** Songs that are gone are left out. */
  rows(engine: number, places: readonly SongInChunk[]): Promise<StoredRow[]>;
  /** Deletes local copies of chunks that changed or are gone. */
  deleteUnused(): Promise<void>;
  /** Songs that are gone, or point to other music since, are left out. */
  songs(engine: number, songIds: readonly string[], accountId: string): Promise<Map<string, FoundSongFacts>>;
}

/** Writes songs' rows as one chunk; handed to the storage, which knows no music. */
export type EncodeChunk = (songs: readonly Uint16Array[]) => Uint8Array;
