/** What the lyric analysis asks of its storage. */

export interface SongToIndex {
  readonly songId: string;
  readonly datasetId: string;
  readonly lyrics: string;
}

export interface SongFacts {
  readonly artist: string;
  readonly title: string;
  /** '' where unknown. */
  readonly year: string;
  /** Null of a text that is no song of a dataset. */
  readonly datasetId: string | null;
}

export interface StoredSegment {
  readonly id: number;
  readonly datasetId: string;
  /** A local copy of the segment's bytes, kept at least ten minutes after the segment is gone. */
  readonly path: string;
  readonly songs: number;
  /** Ordinals of songs that were removed since. */
  readonly dead: readonly number[];
}

export interface NewSegment {
  readonly encoder: string;
  readonly datasetId: string;
  /** In the order of their ordinals. */
  readonly songIds: readonly string[];
  readonly lines: number;
  readonly bytes: Uint8Array;
}

export interface SongPlace {
  /** Its place in the list of segments. */
  readonly segment: number;
  readonly song: number;
}

export type CodeKind = 'semantic' | 'lexical';

/** A lyric's codes, to be found among those of lines. */
export interface CodesToFind {
  /** Of a code. */
  readonly bytes: number;
  /** One after the other. */
  readonly codes: Uint8Array;
  /** By the number of bits in which two codes differ, 0 … 255. */
  readonly similarity: Float32Array;
  /** What each code counts where it is found; 0: it says nothing. */
  readonly weights: Float32Array;
  /** What the phrase of each code says. */
  readonly nats: Float32Array;
}

export interface NearCodes extends CodesToFind {
  /** The largest distance of a hit, a code. */
  readonly thresholds: Uint8Array;
}

export interface BestSongsRequest {
  readonly semantic: NearCodes;
  readonly lexical: NearCodes;
  /** Similarity of lexical codes from which two lines have the same wording. */
  readonly sameFrom: number;
  readonly dead: readonly SongPlace[];
  readonly limits: { readonly [List in keyof BestSongs]: number };
}

/**
 * Best first, equal ones in the order of segments and songs. A song counts each of the lyric's codes once, by its nearest line: the sums of
 * similarity × weight over semantic codes, over both kinds, the largest single one, and similarity × nats of lines of the same wording.
 */
export interface BestSongs {
  readonly meaning: readonly SongPlace[];
  readonly sum: readonly SongPlace[];
  readonly single: readonly SongPlace[];
  readonly wording: readonly SongPlace[];
}

/** Codes of segments in a search engine, for one search. What is not as it was confirmed is noticed by `isWhole`. */
export interface HeldCodes {
  /** By segment: its lines, padding included; null where it is not held. */
  readonly lines: readonly (number | null)[];
  /** How many lines of the runs lie at each distance (0 … 255) of each code: 256 numbers a code. */
  histogram(
    kind: CodeKind,
    codes: CodesToFind,
    runs: readonly { readonly segment: number; readonly firstLine: number }[],
    linesARun: number,
  ): Promise<Uint32Array>;
  best(request: BestSongsRequest): Promise<BestSongs>;
  /** Whether all lines of these segments are there; asked last. */
  isWhole(): Promise<boolean>;
}

export interface LineEngine {
  /** `compare`: it is asked, and what the segments' files say is the answer. */
  readonly mode: 'serve' | 'compare';
  /** As many songs may be searched in files where the engine does not hold them. */
  readonly maxOwnSongs: number;
  /** Rejects where the engine does not answer, as its methods do. */
  open(segments: readonly StoredSegment[], signal: AbortSignal): Promise<HeldCodes>;
  /** `backlog`: some segments were searched here, `fallback`: all. */
  onSearch(path: 'engine' | 'backlog' | 'fallback' | 'refused', seconds: number): void;
  /** Whether the engine's candidates were those of the files. */
  onCompared(isSame: boolean): void;
  onFailure(error: unknown): void;
}

/**
 * The lyric index: immutable segments of encoded songs beside the datasets' songs. A song that is removed from
 * its dataset is gone from the next search on. `encoder` is the key of the encoder that made a segment; segments
 * of several may lie side by side.
 */
export interface LyricIndex {
  /** Holds segments' codes beside the files; absent where there is none. */
  readonly engine?: LineEngine;
  /** The account's own datasets and `default`, or only `datasetId`; null where the account may not read that. */
  searchable(accountId: string, datasetId: string | null): Promise<string[] | null>;
  countUnindexed(encoder: string, datasetIds: readonly string[]): Promise<number>;
  /** Songs of the dataset with lyrics that are in no segment of this encoder, oldest first. */
  unindexed(encoder: string, datasetId: string, limit: number): Promise<SongToIndex[]>;
  /**
   * Whether `holder` may encode the dataset's songs for the next `seconds`: asked again it goes on. False while
   * another holder does, whose lease lapses when it dies, and where the dataset is gone.
   */
  lease(encoder: string, datasetId: string, holder: string, seconds: number): Promise<boolean>;
  release(encoder: string, datasetId: string, holder: string): Promise<void>;
  /** Stores a segment. Songs that are gone, or were indexed by someone else meanwhile, are dead in it. */
  add(segment: NewSegment): Promise<void>;
  segments(encoder: string, datasetIds: readonly string[]): Promise<StoredSegment[]>;
  /** Puts one segment in the place of `old`. False, and nothing done, when one of them is already gone. */
  replace(old: readonly StoredSegment[], segment: NewSegment): Promise<boolean>;
  /** Datasets with songs that are in no segment of this encoder. */
  behind(encoder: string): Promise<string[]>;
  /** Drops the segments of every other encoder. Returns how many. */
  deleteOtherEncoders(encoder: string): Promise<number>;
  facts(songIds: readonly string[]): Promise<Map<string, SongFacts>>;
  /** Datasets and encoders with segments that still hold songs which left their dataset. */
  withRemoved(): Promise<{ readonly encoder: string; readonly datasetId: string }[]>;
  /** Deletes segments whose songs are all gone, and local copies of segments that no longer exist. */
  deleteUnused(): Promise<void>;
}
