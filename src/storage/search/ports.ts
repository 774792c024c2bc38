/** What is asked of a search engine that keeps fingerprint postings beside the database. It holds numbers alone. */
import type {
  BestSongs,
  BestSongsRequest,
  CodeKind,
  CodesToFind,
} from '../../analyses/lyric-plagiarism/ports.js';
import type { BestRequest, ProductSums } from '../../analyses/plagiarism/ports.js';

/** Postings as the engine takes them: of one catalogue, each a key at a position of its time line. */
export interface PostingRows {
  readonly catalogue: bigint;
  readonly keys: readonly number[];
  readonly positions: readonly number[];
}

/** [from, to) on a catalogue's time line. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

/** A query's hash as the engine counts it: hits are counted in windows of `width` units of position − time. */
export interface WeightedHash {
  readonly lookUp: number;
  /** Its place in the look-up's list. */
  readonly hash: number;
  readonly key: number;
  /** Postings that its key has in the catalogue. */
  readonly hits: number;
  readonly time: number;
  readonly width: number;
  readonly weight: number;
}

/** Hits, one by one: which look-up, which of its hashes, where. */
export interface FoundHits {
  readonly lookUps: Uint8Array;
  readonly hashes: Uint32Array;
  readonly positions: Float64Array;
}

export interface SearchEngine {
  readonly lyrics: LyricCodes;
  readonly melodies: MelodyCodes;
  /** Makes the tables that are not there. */
  prepare(): Promise<void>;
  insert(rows: PostingRows): Promise<void>;
  /** Deletes postings: all of a catalogue, or those at the positions, with `fromKey` those of keys from there on. */
  remove(catalogue: bigint, ranges: readonly PositionRange[] | 'all', fromKey?: number): Promise<void>;
  /** Writes that this filling has come so far. */
  confirm(epoch: string, sequence: number): Promise<void>;
  /** How far this filling has come; null where the engine does not know it. */
  confirmed(epoch: string, signal?: AbortSignal): Promise<number | null>;
  /** Postings under each of the keys (distinct), in their order. */
  count(catalogue: bigint, keys: Uint32Array, signal: AbortSignal): Promise<Uint32Array>;
  /** The hits in the heaviest windows of each look-up. A hit can come twice. */
  denseHits(catalogue: bigint, hashes: readonly WeightedHash[], signal: AbortSignal): Promise<FoundHits>;
  /** Postings that are there of each of the catalogues. */
  held(catalogues: readonly bigint[]): Promise<Map<bigint, number>>;
  /** Catalogues that have postings and are none of these. */
  others(catalogues: readonly bigint[]): Promise<bigint[]>;
  /** For how long its process has been running; of several, the one started last. */
  upSeconds(): Promise<number>;
  /** Takes deleted rows' bytes off the disk. */
  erase(): Promise<void>;
  /** Deletes everything. */
  drop(): Promise<void>;
  /** Rows and bytes on its disk, for reports. */
  size(): Promise<{ readonly postings: number; readonly bytes: number }>;
  close(): Promise<void>;
}

/** Lines of one kind of a segment, from `firstLine` on. */
export interface CodeRows {
  readonly block: bigint;
  readonly kind: CodeKind;
  readonly bytesPerCode: number;
  readonly firstLine: number;
  readonly codes: Uint8Array;
  /** The song of each line, by its ordinal in the segment. */
  readonly songs: Uint32Array;
}

/** A run of lines of a block. */
export interface CodeRun {
  readonly block: bigint;
  readonly firstLine: number;
}

/**
 * Rows by block: one block holds what one piece of an index in the database holds, never changes, and is
 * known by a number alone. A block is begun, filled, then confirmed with the number of its rows.
 */
export interface Blocks {
  begin(block: bigint): Promise<void>;
  confirm(block: bigint, rows: number): Promise<void>;
  /** Rows that were confirmed, by block; null: begun. All blocks where none are named. */
  confirmed(blocks?: readonly bigint[], signal?: AbortSignal): Promise<Map<bigint, number | null>>;
  /** Rows that are there. */
  counts(blocks?: readonly bigint[], signal?: AbortSignal): Promise<Map<bigint, number>>;
  /** Blocks that have rows, whoever wrote them. */
  blocksWithRows(): Promise<bigint[]>;
  remove(blocks: readonly bigint[]): Promise<void>;
  erase(): Promise<void>;
  drop(): Promise<void>;
}

/** Codes of lyrics' lines; a block is a segment of the lyric index. */
export interface LyricCodes extends Blocks {
  prepare(): Promise<void>;
  insert(rows: CodeRows): Promise<void>;
  histogram(
    kind: CodeKind,
    codes: CodesToFind,
    runs: readonly CodeRun[],
    linesARun: number,
    signal: AbortSignal,
  ): Promise<Uint32Array>;
  /** `blocks`: by segment of the request; null: not among those asked. */
  best(
    blocks: readonly (bigint | null)[],
    request: BestSongsRequest,
    signal: AbortSignal,
  ): Promise<BestSongs>;
}

/** Of songs of a chunk: each code with its piece and its place in it (engine-rows.ts). */
export interface MelodyRows {
  readonly pieces: readonly number[];
  readonly positions: readonly number[];
  readonly codes: readonly number[];
  readonly sketches: readonly { readonly song: number; readonly sketch: Int8Array }[];
}

export interface MelodyPlace {
  /** Its place in the list of blocks. */
  readonly index: number;
  readonly song: number;
}

/** Codes of melodies and chords; a block is a chunk of the melody index. */
export interface MelodyCodes extends Blocks {
  prepare(): Promise<void>;
  insert(block: bigint, rows: MelodyRows): Promise<void>;
  insertHolders(
    block: bigint,
    holders: { readonly codes: Uint16Array; readonly counts: Uint16Array },
  ): Promise<void>;
  /** Songs that hold each of the codes, in their order. */
  holders(blocks: readonly bigint[], codes: Uint16Array, signal: AbortSignal): Promise<Uint32Array>;
  best(
    blocks: readonly bigint[],
    request: BestRequest,
    signal: AbortSignal,
  ): Promise<{ readonly places: readonly MelodyPlace[]; readonly products: readonly ProductSums[] }>;
}
