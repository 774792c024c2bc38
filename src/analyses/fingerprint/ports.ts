/** What the fingerprint analysis asks of its storage. Every call concerns one account's catalogue only. */
import type { PostingPage } from '../../domain/posting-block.js';
import type { MusicInput, Transaction } from '../analysis.js';

/** Opens a song's file until it is released; null where it is not kept. */
export type OpenMusic = (musicId: string) => Promise<{ music: MusicInput; release(): Promise<void> } | null>;

export interface SongToIndex {
  readonly musicId: string;
  readonly engine: number;
  readonly title: string;
  readonly artist: string;
  readonly durationSeconds: number;
  /** Positions the song takes on the catalogue's time line. */
  readonly lengthUnits: number;
  /** Sorted by key, then time; times in units from the song's start, below lengthUnits. */
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  /** The packed peaks, for verification. */
  readonly peaks: Uint8Array;
}

export interface IndexedSong {
  readonly musicId: string;
  readonly engine: number;
  readonly title: string;
  readonly artist: string;
  readonly durationSeconds: number;
  readonly startPosition: number;
  readonly lengthUnits: number;
  readonly peaks: Uint8Array;
}

/** The size of an account's catalogue; bytes as stored, without the database's own overhead. */
export interface IndexSize {
  readonly songs: number;
  readonly postings: number;
  readonly postingBytes: number;
  readonly peakBytes: number;
}

/** A merge of segments, one step at a time: what to merge, and where the result goes. */
export interface MergeStep {
  readonly sources: readonly MergeSource[];
  /** [start, end) of every living song, as pairs of positions, rising. */
  readonly living: Float64Array;
  readonly firstKey: number;
  /** Exclusive. */
  readonly endKey: number;
  readonly base: number;
  readonly shift: number;
}

export interface MergeSource {
  readonly base: number;
  readonly shift: number;
  readonly buckets: Uint32Array;
  readonly blocks: readonly Uint8Array[];
}

export interface MergedBlocks {
  readonly buckets: Uint32Array;
  readonly blocks: readonly Uint8Array[];
  readonly postings: number;
}

/** Merges one step; runs where computing is allowed. */
export type MergeBlocks = (step: MergeStep) => Promise<MergedBlocks>;

/** What a search must know of a catalogue. */
export interface IndexExtent {
  readonly songs: number;
  readonly postings: number;
}

/** A query's hashes, by rising key, and its length. */
export interface LookUp {
  readonly keys: Uint32Array;
  /** In units from the query's start. */
  readonly times: Uint32Array;
  readonly spanUnits: number;
}

/** Of one look-up: the hits where they are dense, and how many hits each of its hashes has in the catalogue. */
export interface EngineHits {
  readonly positions: Float64Array;
  /** Which hash of the look-up each position is a hit of. */
  readonly hashes: Uint32Array;
  /** For each hash of the look-up. */
  readonly found: Uint32Array;
}

/** What a search engine answers. `pages` hold the postings of songs that it has not got yet. */
export interface DenseHits {
  readonly hits: readonly EngineHits[];
  readonly pages: readonly PostingPage[];
  /** Where it is only compared: called with the places that the index itself and the engine lead to. */
  readonly compare?: (own: readonly (readonly Place[])[], engines: readonly (readonly Place[])[]) => void;
}

/** A position at which a query may begin. */
export interface Place {
  readonly start: number;
  readonly votes: number;
}

export interface FingerprintIndex {
  /** Stores a song within the caller's transaction. A song that is there with this engine is left alone. */
  add(transaction: Transaction, accountId: string, song: SongToIndex): Promise<{ added: boolean }>;
  /** Whether the song is in the catalogue with this engine version. */
  has(accountId: string, musicId: string, engine: number): Promise<boolean>;
  /** Takes a song out at once; its postings' bytes go with the next merge. Returns whether it was there. */
  remove(transaction: Transaction, accountId: string, musicId: string): Promise<boolean>;
  /** Deletes everything of an account. */
  removeAccount(transaction: Transaction, accountId: string): Promise<void>;
  /**
   * The cells that hold the keys (sorted, distinct). With an `extent` that this index returned: those of the catalogue as it was
   * then, or as it is now where that was merged away since. A search saves asking each time which parts there are.
   */
  postings(accountId: string, keys: Uint32Array, extent?: IndexExtent): Promise<PostingPage[]>;
  /**
   * Where a search engine beside the database holds the catalogue: what it finds. Null where the index itself is to be
   * asked. Throws UnavailableError where neither can answer.
   */
  denseHits?(accountId: string, lookUps: readonly LookUp[], signal: AbortSignal): Promise<DenseHits | null>;
  /** The living song at each position, or null. */
  songsAt(accountId: string, positions: readonly number[]): Promise<(IndexedSong | null)[]>;
  /** Where the living songs begin, at most `limit` of them, rising. */
  starts(accountId: string, limit: number): Promise<number[]>;
  /**
   * The packed peaks of the living songs of this engine that begin there, by their beginnings. They are read anew and not kept: reading a whole
   * catalogue drives nothing out of memory.
   */
  peaksOf(accountId: string, starts: readonly number[], engine: number): Promise<Map<number, Uint8Array>>;
  /** Cheap at any size. */
  extent(accountId: string): Promise<IndexExtent>;
  /** Exact, and reads every song's row. */
  size(accountId: string): Promise<IndexSize>;
  /**
   * Does the merges that are due, in small transactions of its own; safe to call from many workers. Postings
   * of removed songs are dropped from segments that hold many, with `purge` from all. Returns false, with nothing
   * done, while another process merges this account's segments.
   */
  maintain(accountId: string, merge: MergeBlocks, options?: { purge?: boolean }): Promise<boolean>;
}

/** The part of an index that a search needs. */
export type SearchableIndex = Pick<
  FingerprintIndex,
  'postings' | 'denseHits' | 'songsAt' | 'starts' | 'peaksOf' | 'extent'
>;
