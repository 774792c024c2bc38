/** Music, blobs and datasets as the rest of the service needs them. Stores on the database, a disk or S3 implement these. */
import type { Plan } from '../domain/plans.js';
import type { NewSong } from '../domain/song.js';
import type { WriteWith } from '../tasks/ports.js';

export interface Page<Item> {
  readonly items: Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  readonly limit: number;
  /** From an earlier page's `nextCursor`: the last id of that page. */
  readonly cursor?: string;
}

/** Where a person looks through the library. */
export interface MusicFilter extends PageRequest {
  /** In title, artist or file name. */
  readonly search?: string;
  readonly sort?: MusicSort;
  /** `references`: recordings of a dataset; `uploads`: the others. */
  readonly kind?: 'uploads' | 'references';
  readonly tag?: string;
}

export const musicSorts = ['newest', 'oldest', 'title', 'artist'] as const;
export type MusicSort = (typeof musicSorts)[number];

export interface Music {
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  readonly format: string;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly blobKey: string;
  readonly createdAt: Date;
}

export type NewMusic = Omit<Music, 'createdAt'>;

/** The bytes of all of an account's files, and its plan. */
export interface StoredBytes {
  readonly plan: Plan;
  readonly bytes: number;
}

export interface MusicStore {
  /**
   * `created: false` and the earlier record where the account already has these bytes; then `writeWith` is not called.
   * `checkRoom` is given what the account keeps besides, and refuses by throwing: one upload of an account after the other.
   */
  add(
    music: NewMusic,
    writeWith?: WriteWith<Music>,
    checkRoom?: (stored: StoredBytes) => void,
  ): Promise<{ music: Music; created: boolean }>;
  get(accountId: string, musicId: string): Promise<Music | null>;
  findBySha256(accountId: string, sha256: string): Promise<Music | null>;
  /** By id, of those of `musicIds` that the account has. */
  formats(accountId: string, musicIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  list(accountId: string, page: MusicFilter): Promise<Page<Music>>;
  /** Corrects what tags had wrong, in the fingerprint index too; null where the account has no such music. */
  rename(accountId: string, musicId: string, names: { title: string; artist: string }): Promise<Music | null>;
  /**
   * Removes the record with descriptions, ended tasks and their callbacks, and returns it; null where the account has
   * none. Its blob is the caller's to remove; whatever the caller leaves is removed in the background.
   */
  remove(accountId: string, musicId: string): Promise<Music | null>;
  /** Before a blob is written: what never becomes music is removed a day later. */
  expectBlob(key: string): Promise<void>;
  /** After the blob of removed music is gone. */
  blobRemoved(key: string): Promise<void>;
  /** The bytes of all the account's files, and its plan. */
  storedBytes(accountId: string): Promise<StoredBytes>;
}

/** Files by key. A key is made by the service, never by a caller. */
export interface BlobStore {
  /** Where uploads are written before they are kept. */
  readonly temporaryFolder: string;
  /** Moves a local file to `key`, kept for good when it resolves. Rejects with the file system's error. */
  put(key: string, file: string): Promise<void>;
  /** A stream of the bytes `start` to `end`, both included; all where absent. */
  open(key: string, range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>;
  /** A local file that a compute process can open, there until it is released. */
  acquire(key: string): Promise<AcquiredFile>;
  /** Removes it; fine where it is not there. */
  delete(key: string): Promise<void>;
  /** Deletes local copies of blobs that `living` does not name among those it is asked about, and what cut off uploads left. */
  deleteCopies(living: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Rejects where the store cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface AcquiredFile {
  readonly path: string;
  /** Once; more often is fine. */
  release(): Promise<void>;
}

/** The object store cannot be reached or does not do what it is asked: whoever asked may try again. */
export class BlobsUnavailableError extends Error {
  override readonly name = 'BlobsUnavailableError';
}

export interface Dataset {
  readonly id: string;
  /** Null for `default`, which belongs to the instance. */
  readonly accountId: string | null;
  readonly name: string;
  readonly description: string;
  readonly songs: number;
  readonly createdAt: Date;
}

export interface DatasetSong extends NewSong {
  readonly id: string;
  readonly datasetId: string;
  readonly createdAt: Date;
}

/**
 * Datasets and their songs. `accountId` is who asks: reading finds the account's own datasets and `default`;
 * writing finds only the account's own. The operator is `null`, who writes `default`.
 */
export interface DatasetStore {
  create(
    accountId: string,
    dataset: { name: string; description: string },
    writeWith?: WriteWith<Dataset>,
  ): Promise<Dataset>;
  list(accountId: string, page: PageRequest): Promise<Page<Dataset>>;
  get(accountId: string | null, datasetId: string): Promise<Dataset | null>;
  remove(accountId: string, datasetId: string): Promise<boolean>;
  /** Null where there is no such dataset to write to. All songs are added or none. */
  addSongs(
    accountId: string | null,
    datasetId: string,
    songs: readonly NewSong[],
    writeWith?: WriteWith<DatasetSong[]>,
  ): Promise<DatasetSong[] | null>;
  /** At once: no search finds both songs or neither. Null where there is no such song to write to; nothing is added then. */
  replaceSong(
    accountId: string | null,
    datasetId: string,
    songId: string,
    song: NewSong,
    writeWith?: WriteWith<DatasetSong>,
  ): Promise<DatasetSong | null>;
  /** Null where there is no such dataset. */
  listSongs(
    accountId: string,
    datasetId: string,
    page: PageRequest & { readonly search?: string; readonly sort?: SongSort },
  ): Promise<Page<DatasetSong> | null>;
  getSong(accountId: string, datasetId: string, songId: string): Promise<DatasetSong | null>;
  removeSong(accountId: string | null, datasetId: string, songId: string): Promise<boolean>;
}

/** In the order in which they were added, or from A to Z. */
export const songSorts = ['oldest', 'title'] as const;
export type SongSort = (typeof songSorts)[number];

/** Called after songs came or went, so that search indexes follow. */
export interface SongListener {
  added(datasetId: string, songIds: readonly string[]): Promise<void>;
  removed(datasetId: string, songIds: readonly string[]): Promise<void>;
}
