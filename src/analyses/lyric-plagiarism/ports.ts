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

/**
 * The lyric index: immutable segments of encoded songs beside the datasets' songs. A song that is removed from
 * its dataset is gone from the next search on. `encoder` is the key of the encoder that made a segment; segments
 * of several may lie side by side.
 */
export interface LyricIndex {
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
