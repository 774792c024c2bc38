/**
 * The chunks of a search where a search engine holds some of them: which files a compute process reads, and what the service answers
 * when it asks for the rest. The engine finds the best songs; their rows are read from the database, so that every score
 * is taken by the analysis itself. Where the engine fails all chunks are read as files, or nothing is searched.
 */

import { UnavailableError } from '../../analysis.js';
import { melodyEngineVersion } from '../describe-songs.js';
import type { ChunkName, CodeEngine, HeldChunks, ListedChunk, MelodyIndex, StoredChunk } from '../ports.js';
import { codeValues } from './code-chunk.js';
import type { BestQuestion, ChunksToSearch, EngineAnswer, EngineQuestion } from './find-candidates.js';
import { maxByMelody } from './search-chunks.js';

/** For all statements of a question together: after that its songs are searched in files, or the search is refused. */
const patienceMs = 20_000;
/** Of one kind: more than a query has. */
const maxAsked = 4096;

export interface SearchedChunks {
  readonly input: ChunksToSearch;
  answer(question: EngineQuestion): Promise<EngineAnswer>;
  /** Throws RangeError where no song of the search is there. */
  songAt(place: { readonly chunk: number; readonly song: number }): string;
  onCompared(isSame: boolean | null): void;
}

/** Throws UnavailableError where more would be left to files than may be. */
export async function openChunks(
  index: MelodyIndex,
  datasetIds: readonly string[],
  signal: AbortSignal,
): Promise<SearchedChunks> {
  const { engine } = index;
  const listed = engine ? await engine.list(melodyEngineVersion, datasetIds) : [];
  // Few songs are all compared, whatever they share: that takes all of them.
  const isSmall = songsOf(listed) <= maxByMelody;
  if (!engine || isSmall) return overFiles(await index.chunks(melodyEngineVersion, datasetIds));
  return new EngineChunks(index, engine, listed, { datasetIds, signal }).open();
}

function overFiles(chunks: readonly StoredChunk[]): SearchedChunks {
  return {
    input: { chunks: pathsOf(chunks) },
    async answer() {
      throw new RangeError('A search asked for what no search engine holds.');
    },
    songAt: (place) => named(chunks[place.chunk]?.songIds[place.song]),
    onCompared() {},
  };
}

class EngineChunks implements SearchedChunks {
  private readonly startedAt = performance.now();
  private readonly isOnTrial: boolean;
  private readonly asked = new Set<string>();
  private readonly found = new Map<string, string>();
  private held: HeldChunks | null = null;
  private chunks: readonly StoredChunk[] = [];
  private files: readonly StoredChunk[] | null = null;

  constructor(
    private readonly index: MelodyIndex,
    private readonly engine: CodeEngine,
    private readonly listed: readonly ListedChunk[],
    private readonly of: { readonly datasetIds: readonly string[]; readonly signal: AbortSignal },
  ) {
    this.isOnTrial = engine.mode === 'compare';
  }

  async open(): Promise<this> {
    const { engine, listed } = this;
    try {
      this.held = await engine.open(listed, this.patience());
    } catch (error) {
      this.onFailure(error);
    }
    const { held } = this;
    const left = listed.filter((one) => !held?.has(one));
    this.refuseTooMany(songsOf(left));
    if (!held || left.length === listed.length) {
      this.files = await this.stored();
      this.report(held ? 'backlog' : 'fallback');
      return this;
    }
    this.chunks = await this.stored((name) => held.has(name));
    if (this.isOnTrial) this.files = await this.stored();
    return this;
  }

  get input(): ChunksToSearch {
    // No files either where the songs were deleted since they were listed.
    if (this.chunks.length === 0) return { chunks: pathsOf(this.files ?? []) };
    const chunks = this.chunks.map(({ path }) => path);
    return this.isOnTrial ? { chunks, trialFiles: pathsOf(this.files!) } : { chunks };
  }

  async answer(question: EngineQuestion): Promise<EngineAnswer> {
    const { held } = this;
    // One look each: a process that was taken over could otherwise read all of the index.
    if (!held || this.asked.has(question.ask)) throw new RangeError('A search engine was asked for twice.');
    this.asked.add(question.ask);
    check(question);
    try {
      if (question.ask === 'holders')
        return { songs: held.songs, holders: await held.holders(question.codes, this.patience()) };
      return await this.best(held, question);
    } catch (error) {
      this.onFailure(error);
    }
    this.refuseTooMany(songsOf(this.listed));
    this.files ??= await this.stored();
    this.held = null;
    this.report('fallback');
    return { files: pathsOf(this.files) };
  }

  private async best(held: HeldChunks, question: BestQuestion): Promise<EngineAnswer> {
    const patience = this.patience();
    const { places, products } = await held.best(question, patience);
    if (!(await held.isWhole(patience)))
      throw new Error('The search engine does not hold what it confirmed.');
    const seconds = this.seconds();
    const number = new Map(this.chunks.map(({ datasetId, chunk }, i) => [`${datasetId} ${chunk}`, i]));
    const rows = (await this.index.rows(melodyEngineVersion, places)).flatMap((found) => {
      const chunk = number.get(`${found.datasetId} ${found.chunk}`);
      // Its chunk went meanwhile.
      if (chunk === undefined) return [];
      this.found.set(`${chunk} ${found.song}`, found.songId);
      return [{ chunk, song: found.song, row: found.row }];
    });
    this.report(this.chunks.every(({ path }) => path === null) ? 'engine' : 'backlog', seconds);
    return { rows, products };
  }

  songAt({ chunk, song }: { readonly chunk: number; readonly song: number }): string {
    if (this.files) return named(this.files[chunk]?.songIds[song]);
    return named(this.chunks[chunk]?.songIds[song] ?? this.found.get(`${chunk} ${song}`));
  }

  onCompared(isSame: boolean | null): void {
    if (isSame !== null) this.engine.onCompared(isSame);
  }

  private stored(leaveOut?: (name: ChunkName) => boolean): Promise<StoredChunk[]> {
    return this.index.chunks(melodyEngineVersion, this.of.datasetIds, leaveOut);
  }

  private patience(): AbortSignal {
    return AbortSignal.any([this.of.signal, AbortSignal.timeout(patienceMs)]);
  }

  private onFailure(error: unknown): void {
    this.of.signal.throwIfAborted();
    this.engine.onFailure(error);
  }

  private refuseTooMany(songs: number): void {
    if (songs <= this.engine.maxOwnSongs || this.isOnTrial) return;
    this.report('refused');
    throw new UnavailableError(`The search engine is unavailable: it does not hold ${songs} of the songs.`);
  }

  private seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  private report(path: Parameters<CodeEngine['onSearch']>[0], seconds = this.seconds()): void {
    this.engine.onSearch(path, seconds);
  }
}

const songsOf = (chunks: readonly ListedChunk[]): number => chunks.reduce((sum, { songs }) => sum + songs, 0);

const pathsOf = (chunks: readonly StoredChunk[]): string[] => chunks.map(({ path }) => path!);

function named(songId: string | undefined): string {
  if (songId === undefined) throw new RangeError('A candidate of a search is no song of its index.');
  return songId;
}

/** What comes out of a compute process is not trusted: it becomes a part of statements. */
function check(question: EngineQuestion): void {
  let isRight = question.codes instanceof Uint16Array && question.codes.length < codeValues;
  if (question.ask === 'best') {
    const { codes, weights, chromaSketches, limits } = question;
    const counts = [limits.melody, limits.harmony, ...limits.chroma];
    isRight &&=
      weights instanceof Uint16Array &&
      weights.length === codes.length &&
      chromaSketches.length <= 3 &&
      chromaSketches.every((sketch) => sketch instanceof Int8Array && sketch.length < maxAsked) &&
      limits.chroma.length === chromaSketches.length &&
      counts.every((count) => Number.isInteger(count) && count >= 0 && count <= maxAsked);
  } else isRight &&= question.ask === 'holders';
  if (!isRight) throw new RangeError('A search asked for codes of another shape.');
}
