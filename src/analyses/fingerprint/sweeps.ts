/**
 * The sweeps of one catalogue: where a query's levels stand out at the songs' peaks (sweep/). A small catalogue is swept as a whole; of a larger one
 * the songs whose sketches fit best.
 */
import type { AnalysisContext } from '../analysis.js';
import { engineVersion, framesPerUnit } from './parameters.js';
import type { IndexExtent, IndexedSong, SearchableIndex } from './ports.js';
import { minChangedScore, minSweptScore } from './sound-places.js';
import type { ChangedSweptPlace } from './sweep/changed-sweep.js';
import { type CatalogueSketches, joinSketches, type SketchCache } from './sweep/sketch-cache.js';
import type { SweepInput } from './sweep/sweep.js';

/** Up to this size all songs of a catalogue are swept, under assumed changes too, which are many sweeps: some 6 hours. */
const maxSwept = { postings: 400_000, songs: 200 } as const;
/** Up to this size the songs are swept whose sketches fit best: some 77 hours. */
const maxSketched = { postings: 5_000_000, songs: 2000 } as const;
/** Up to this size under assumed changes too, which are many sweeps: some 37 hours. */
const maxSketchedChanged = { postings: 2_400_000, songs: 600 } as const;
/** Songs whose best places are verified, as many as are compared. */
const maxSweptMatches = 2;

/** Songs that are swept because their sketches fit, also where changes are assumed, and others that show what most songs score. */
const likeliest = { songs: 32, changedSongs: 16, others: 16 } as const;
/** Songs whose peaks are read at a time: two megabytes. */
const songsPerRead = 200;

type SweepContext = Pick<AnalysisContext, 'compute' | 'signal'>;

/** Where to sweep. */
export interface SweptCatalogue {
  readonly index: SearchableIndex;
  readonly accountId: string;
  readonly extent: IndexExtent;
  /** Without it only small catalogues are swept. */
  readonly sketches?: SketchCache;
}

/** A place at which a query may begin, to be verified, as of a vote (vote.ts). */
export interface SweptCandidate {
  readonly start: number;
  readonly scale: number;
  readonly votes: number;
  readonly centre: number;
  readonly sweptScore: number;
  readonly sweptCents?: number;
}

/** The places to compare, by a query's levels. */
export type LevelSearch = (levels: Float32Array, context: SweepContext) => Promise<SweptCandidate[]>;

function isWithin({ postings, songs }: IndexExtent, most: IndexExtent): boolean {
  return postings <= most.postings && songs <= most.songs;
}

/** How a catalogue is swept under assumed changes: all songs by their peaks, or the likeliest by their sketches. */
export type ChangesSwept = 'none' | 'all' | 'likeliest';

export function changesSweptIn({
  extent,
  sketches,
}: Pick<SweptCatalogue, 'extent' | 'sketches'>): ChangesSwept {
  if (isWithin(extent, maxSwept)) return 'all';
  return sketches && isWithin(extent, maxSketchedChanged) ? 'likeliest' : 'none';
}

/** The sweeps of a catalogue; none where it is too large. */
export async function sweepsOf(catalogue: SweptCatalogue): Promise<LevelSearch[]> {
  const { index, accountId, extent, sketches } = catalogue;
  if (!isWithin(extent, maxSwept))
    return sketches && isWithin(extent, maxSketched) ? sweepsBySketches({ ...catalogue, sketches }) : [];
  const found = await index.songsAt(accountId, await index.starts(accountId, maxSwept.songs));
  const songs = found.filter(isComparable);
  return [(levels, context) => sweepSongs({ levels, songs, extent }, context), sweepChanged(extent, songs)];
}

function isComparable(song: IndexedSong | null): song is IndexedSong {
  return song?.engine === engineVersion;
}

/** `others`: songs that show what most songs score; the songs themselves where absent. */
interface SongsToSweep {
  readonly levels: Float32Array;
  readonly songs: readonly IndexedSong[];
  readonly others?: readonly IndexedSong[];
  readonly extent: IndexExtent;
}

/** The places of the songs where the query's levels stand out most. */
async function sweepSongs(
  { levels, songs, others, extent }: SongsToSweep,
  { compute, signal }: SweepContext,
): Promise<SweptCandidate[]> {
  const input = { ...sweepInput(songs, levels), ...(others && { others: others.map(({ peaks }) => peaks) }) };
  const places = await compute.run('fingerprint.sweep', input, { signal });
  const least = minSweptScore(extent.songs);
  return places
    .filter(({ score }) => score >= least)
    .map((found) => candidateAt(songs[found.song]!, { ...found, scale: 1 }));
}

/** The same under assumed changes. */
function sweepChanged(extent: IndexExtent, songs: readonly IndexedSong[]): LevelSearch {
  return async (levels, { compute, signal }) => {
    const input = { ...sweepInput(songs, levels), minScore: minChangedScore(extent.songs) };
    const places = await compute.run('fingerprint.sweep-changed', input, { signal });
    return changedCandidates(songs, places);
  };
}

function changedCandidates(
  songs: readonly IndexedSong[],
  places: readonly ChangedSweptPlace[],
): SweptCandidate[] {
  return places.map((found) => ({ ...candidateAt(songs[found.song]!, found), sweptCents: found.cents }));
}

/** At most `count` of them, at equal distances. */
function spreadOver<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(all.length, count) }, (_, i) => all[Math.floor(i * step)]!);
}

/** Both among the songs whose sketches fit best. */
function sweepsBySketches(catalogue: SweptCatalogue & { readonly sketches: SketchCache }): LevelSearch[] {
  const { index, accountId, extent } = catalogue;
  /** Read once for both sweeps. */
  let held: Promise<CatalogueSketches> | undefined;
  const sketchesIn = (context: SweepContext): Promise<CatalogueSketches> => {
    held ??= sketchesOf(catalogue, context);
    return held;
  };
  const unchanged: LevelSearch = async (levels, context) => {
    const { starts, sketches, ends } = await sketchesIn(context);
    const input = { levels, sketches, ends, limit: likeliest.songs };
    const { signal } = context;
    const best = await context.compute.run('fingerprint.likeliest-songs', input, { signal });
    const likely = best.map((song) => starts[song]!);
    const found = await index.songsAt(accountId, [...likely, ...spreadOver(starts, likeliest.others)]);
    const songs = found.slice(0, likely.length).filter(isComparable);
    const others = found.slice(likely.length).filter(isComparable);
    return sweepSongs({ levels, songs, others, extent }, context);
  };
  const changed: LevelSearch = async (levels, context) => {
    const { starts, sketches, ends } = await sketchesIn(context);
    const input = { levels, sketches, ends, limit: likeliest.changedSongs };
    const { signal } = context;
    const likely = await context.compute.run('fingerprint.likeliest-changes', input, { signal });
    const found = await index.songsAt(
      accountId,
      likely.songs.map(({ song }) => starts[song]!),
    );
    const known = likely.songs.flatMap(({ changes }, i) => {
      const song = found[i] ?? null;
      return isComparable(song) ? [{ changes, song }] : [];
    });
    const songs = known.map(({ song }) => song);
    const { typical } = likely;
    const swept = {
      ...sweepInput(songs, levels),
      changes: known.map(({ changes }) => changes),
      typical,
      minScore: minChangedScore(extent.songs),
    };
    const places = await context.compute.run('fingerprint.sweep-likely', swept, { signal });
    return changedCandidates(songs, places);
  };
  return changesSweptIn(catalogue) === 'likeliest' ? [unchanged, changed] : [unchanged];
}

/** The sketches of the songs that are alive now: those that are held, and what is missing made of the stored peaks. */
async function sketchesOf(
  { index, accountId, sketches: cache }: SweptCatalogue & { readonly sketches: SketchCache },
  { compute, signal }: SweepContext,
): Promise<CatalogueSketches> {
  const starts = await index.starts(accountId, maxSketched.songs);
  const held = cache.get(accountId);
  const known = new Set(held?.starts);
  const missing = starts.filter((start) => !known.has(start));
  if (held && missing.length === 0 && held.starts.length === starts.length) return held;
  const made = new Map<number, Uint8Array>(missing.map((start) => [start, new Uint8Array(0)]));
  for (let at = 0; at < missing.length; at += songsPerRead) {
    const peaks = await index.peaksOf(accountId, missing.slice(at, at + songsPerRead), engineVersion);
    const sketches = await compute.run('fingerprint.sketch', { songs: [...peaks.values()] }, { signal });
    [...peaks.keys()].forEach((start, i) => {
      made.set(start, sketches[i]!);
    });
  }
  const joined = joinSketches(starts, held, made);
  cache.set(accountId, joined);
  return joined;
}

function sweepInput(songs: readonly IndexedSong[], levels: Float32Array): SweepInput {
  return { levels, songs: songs.map(({ peaks }) => peaks), limit: maxSweptMatches };
}

function candidateAt(
  { startPosition }: IndexedSong,
  { startFrames, scale, score }: { startFrames: number; scale: number; score: number },
): SweptCandidate {
  // As of a vote, whose times are rounded down to units on both sides (verify.ts).
  const start = startPosition + startFrames / framesPerUnit - (1 - scale) / 2;
  const centre = Math.max(startPosition, start) + 1;
  return { start, scale, votes: score, centre, sweptScore: score };
}
