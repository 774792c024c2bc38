/** Looks one stretch of a query up: a cheap nested sample of its hashes first, all of them when nothing is found. */
import type { PostingPage } from '../../domain/posting-block.js';
import { unionOfRising } from '../../numbers/rising.js';
import type { AnalysisContext } from '../analysis.js';
import { isBeyondChance, isDuplicate, isSameSound, type Strictness } from './decision/decision.js';
import type { SongMatch } from './decision/matches.js';
import type { QueryWindow } from './extract.js';
import { assumedChanges, type Change, unchanged } from './look-up/changes.js';
import type { HashList } from './look-up/hashes.js';
import type { VoteCandidate } from './look-up/vote.js';
import { engineVersion, framesPerSecond, framesPerUnit, triplets } from './parameters.js';
import type { PeakList } from './peaks/peak-list.js';
import type { EngineHits, IndexExtent, IndexedSong, SearchableIndex } from './ports.js';
import { type Sound, SoundComparison } from './sound.js';
import { rankOf } from './sound-places.js';
import type { SketchCache } from './sweep/sketch-cache.js';
import { type ChangesSwept, changesSweptIn, sweepsOf } from './sweeps.js';
import type { Alignment } from './verification/measure.js';

/** Hits that a first look-up may bring by chance; more would cost more than they show. */
const affordableHits = 150_000;
/**
 * Keys of the first look-ups: enough where the query is little damaged, and where it is not badly damaged. The lowest,
 * so that all queries share blocks: reading blocks is most of what a query costs in a large catalogue.
 */
const firstKeys = [400, 1500];
/** Places verified a look-up. */
const maxCandidates = 8;

/** What look-ups may cost before a sweep that assumes changes: it finds what they miss. */
interface Effort {
  /** Keys looked up without a change. */
  readonly keys: number;
  /** Places verified in the look-up that assumes changes. */
  readonly changedPlaces: number;
}

const efforts: Record<ChangesSwept, Effort> = {
  none: { keys: Infinity, changedPlaces: 24 },
  all: { keys: Infinity, changedPlaces: 8 },
  likeliest: { keys: 5000, changedPlaces: 8 },
};
/** Places of unchanged speed cost a fifth each. */
const maxKeptSpeedCandidates = 32;
/** Distinct values that a key takes in practice: 2^24.8 triplets, sampled. */
const effectiveKeys = 2 ** (24.8 - triplets.samplingBits);

type SearchContext = Pick<AnalysisContext, 'compute' | 'signal'>;

/** Where to search, and how sure to be. */
export interface SearchPlace {
  readonly index: SearchableIndex;
  readonly accountId: string;
  readonly extent: IndexExtent;
  readonly strictness: Strictness;
  /** Null where the sound cannot be listened to again: the peaks alone decide then. */
  readonly sound: Sound | null;
  /** Without it only small catalogues are swept. */
  readonly sketches?: SketchCache;
}

/** Verified places of one window, best first: only what coincides beyond chance, one a song. */
export async function searchWindow(
  where: SearchPlace,
  window: QueryWindow,
  context: SearchContext,
): Promise<SongMatch[]> {
  const place = { ...where, index: asOf(where.index, where.extent) };
  const { index, accountId, strictness, sound } = place;
  const { songs, postings } = place.extent;
  if (songs === 0 || window.keys.length === 0) return [];
  let matches: SongMatch[] = [];
  const isFound = ({ alignment }: SongMatch): boolean => isDuplicate(alignment, songs, strictness);
  const comparison = sound && new SoundComparison(sound, window, songs, strictness, context);
  const compare = async (found: readonly SongMatch[]): Promise<SongMatch[]> =>
    comparison ? comparison.compare(found) : [...found];
  const effort = efforts[sound && window.levels ? changesSweptIn(place) : 'none'];
  for (const count of lookUpBudgets(Math.min(window.keys.length, effort.keys), postings)) {
    matches = await lookUp(index, accountId, window, [unchangedProbe(window, count)], context);
    // What coincides far beyond chance is a copy or a rendition; looking further would not show which.
    if (matches.some(({ alignment }) => isBeyondChance(alignment, songs, strictness))) {
      matches = await compare(matches);
    }
    // A match that holds for a part only may be a lesser place of the song, or of another, than all keys would find.
    if (matches.some(isFound)) break;
  }
  if (!matches.some(isFound)) {
    const { changedPlaces } = effort;
    const changed = await lookUpChanged(index, accountId, window, postings, context, changedPlaces);
    matches = await compare(bestOfEach([...matches, ...changed]));
  }
  if (sound && window.levels && !matches.some(isFound)) {
    for (const search of await levelSearches(place, window, window.levels, context)) {
      const more = await compare(await search());
      matches = bestOfEach([...matches, ...more]);
      if (matches.some(isFound)) break;
    }
  }
  return matches.filter(({ alignment }) => isBeyondChance(alignment, songs, strictness));
}

/** The index with the postings that it had when it was asked for its extent. */
function asOf(index: SearchableIndex, extent: IndexExtent): SearchableIndex {
  const { denseHits } = index;
  return {
    postings: (accountId, keys) => index.postings(accountId, keys, extent),
    songsAt: (accountId, positions) => index.songsAt(accountId, positions),
    starts: (accountId, limit) => index.starts(accountId, limit),
    peaksOf: (accountId, starts, engine) => index.peaksOf(accountId, starts, engine),
    extent: (accountId) => index.extent(accountId),
    ...(denseHits && { denseHits: denseHits.bind(index) }),
  };
}

/** Of a catalogue that is not too large the sweeps, of another a closer look; each gives its alignments. */
async function levelSearches(
  place: SearchPlace,
  window: QueryWindow,
  levels: Float32Array,
  context: SearchContext,
): Promise<(() => Promise<SongMatch[]>)[]> {
  const { index, accountId } = place;
  const sweeps = await sweepsOf(place);
  if (sweeps.length === 0) return [() => lookUpCloser(place, window, levels, context)];
  return sweeps.map((sweep) => async () => {
    const found = await sweep(levels, context);
    const candidates = found.map((swept) => ({ ...swept, change: unchanged }));
    return aligned(index, accountId, window.peaks, candidates, context);
  });
}

/** The alignments of a closer look at the query. */
async function lookUpCloser(
  { index, accountId, extent }: SearchPlace,
  window: QueryWindow,
  levels: Float32Array,
  context: SearchContext,
): Promise<SongMatch[]> {
  const { compute, signal } = context;
  const look = { ...window, ...(await compute.run('fingerprint.closer', { levels }, { signal })) };
  const probe = { ...unchangedProbe(look, affordableKeys(extent.postings)), keepsSpeed: true };
  return lookUp(index, accountId, look, [probe], context);
}

/** Keys to look up, under the assumption that the query underwent a change. */
export interface Probe extends HashList {
  readonly change: Change;
  /** Whether only places of unchanged speed count. */
  readonly keepsSpeed?: boolean;
}

function lowest({ keys, times }: HashList, count: number): HashList {
  return { keys: keys.slice(0, count), times: times.slice(0, count) };
}

/** The window's `count` lowest keys as they are. */
export function unchangedProbe(window: QueryWindow, count: number): Probe {
  return { ...lowest(window, count), change: unchanged };
}

/** The alignments under each assumed change. */
export async function lookUpChanged(
  index: SearchableIndex,
  accountId: string,
  window: QueryWindow,
  postings: number,
  context: SearchContext,
  changedPlaces: number = efforts.none.changedPlaces,
): Promise<SongMatch[]> {
  const { compute, signal } = context;
  const hashes = await compute.run('fingerprint.probe', { peaks: window.peaks }, { signal });
  const probes = changedProbes(hashes, Math.floor(affordableKeys(postings) / 2));
  return lookUp(index, accountId, window, probes, context, changedPlaces);
}

/** The `count` lowest keys of each change. */
function changedProbes(hashes: readonly HashList[], count: number): Probe[] {
  return hashes.map((list, i) => ({ ...lowest(list, count), change: assumedChanges[i]! }));
}

/** One match a song: one whose sound is the same before one of more coinciding peaks. */
function bestOfEach(matches: readonly SongMatch[]): SongMatch[] {
  const bySong = new Map<string, SongMatch>();
  const rank = ({ alignment }: SongMatch): number => alignment.z + (isSameSound(alignment) ? 1e6 : 0);
  for (const match of [...matches].sort((a, b) => rank(b) - rank(a))) {
    if (!bySong.has(match.song.musicId)) bySong.set(match.song.musicId, match);
  }
  return [...bySong.values()];
}

function affordableKeys(postings: number): number {
  const hitsPerKey = Math.max(0.01, postings / effectiveKeys);
  return Math.max(600, Math.floor(affordableHits / hitsPerKey));
}

/** How many of a window's lowest keys (a nested sample) to look up, in rising effort, among this many postings. */
export function lookUpBudgets(keys: number, postings: number): number[] {
  const affordable = affordableKeys(postings);
  const budgets: number[] = [];
  for (const wanted of [...firstKeys.map((count) => Math.min(count, affordable)), affordable * 4]) {
    const count = Math.min(keys, wanted);
    if (count > (budgets.at(-1) ?? 0) * 1.2) budgets.push(count);
  }
  return budgets;
}

/** The alignments near the best-voted places of all probes, one song each, best first. */
export async function lookUp(
  index: SearchableIndex,
  accountId: string,
  window: QueryWindow,
  probes: readonly Probe[],
  { compute, signal }: SearchContext,
  maxChanged: number = efforts.none.changedPlaces,
): Promise<SongMatch[]> {
  const limit = probes[0]?.keepsSpeed ? maxKeptSpeedCandidates : maxCandidates;
  const voted = await votedPlaces(index, accountId, window, probes, { compute, signal });
  const candidates = voted
    .flatMap((places, i) => {
      const { change, keepsSpeed } = probes[i]!;
      return places.map((place) => ({ ...place, change, keepsSpeed }));
    })
    .sort((a, b) => b.votes - a.votes)
    .slice(0, probes.length === 1 ? limit : maxChanged);
  return aligned(index, accountId, window.peaks, candidates, { compute, signal });
}

/** The alignments near places of the catalogue, one a song, best first. */
async function aligned(
  index: SearchableIndex,
  accountId: string,
  query: PeakList,
  candidates: readonly ChangedPlace[],
  { compute, signal }: SearchContext,
): Promise<SongMatch[]> {
  if (candidates.length === 0) return [];
  const groups = groupBySong(
    candidates,
    await index.songsAt(
      accountId,
      candidates.map((place) => place.centre),
    ),
  );
  const alignments = await compute.run(
    'fingerprint.verify',
    {
      query,
      songs: groups.map(({ song, places }) => ({
        peaks: song.peaks,
        hypotheses: places.map(({ start, scale, centre, change, keepsSpeed, sweptScore, sweptCents }) => ({
          start: start - song.startPosition,
          scale,
          pivot: (centre - start) / scale,
          change,
          keepsSpeed,
          sweptScore,
          sweptCents,
        })),
      })),
    },
    { signal },
  );
  return groups
    .map(({ song }, i) => bestOf(song, alignments[i]!))
    .filter((match) => match !== null)
    .sort((a, b) => rankOf(b.alignment) - rankOf(a.alignment));
}

/** The best-voted places of each probe, from the index itself or from the search engine beside it. */
async function votedPlaces(
  index: SearchableIndex,
  accountId: string,
  window: QueryWindow,
  probes: readonly Probe[],
  { compute, signal }: SearchContext,
): Promise<VoteCandidate[][]> {
  const spanFrames = (window.endSeconds - window.startSeconds) * framesPerSecond;
  const limit = probes[0]?.keepsSpeed ? maxKeptSpeedCandidates : maxCandidates;
  const queries = probes.map(({ keys, times, change, keepsSpeed }) => ({
    keys,
    times,
    keepsSpeed,
    spanFrames: spanFrames * change.timeFactor,
  }));
  const vote = (pages: readonly PostingPage[], engineHits?: readonly EngineHits[]) =>
    compute.run(
      'fingerprint.vote',
      { queries, pages, limit, ...(engineHits ? { engineHits } : {}) },
      { signal },
    );
  const ownVote = async () => vote(await index.postings(accountId, distinctKeys(probes)));
  const lookUps = queries.map((query) => ({ ...query, spanUnits: query.spanFrames / framesPerUnit }));
  const dense = (await index.denseHits?.(accountId, lookUps, signal)) ?? null;
  if (dense === null) return ownVote();
  const engines = await vote(dense.pages, dense.hits);
  if (!dense.compare) return engines;
  const own = await ownVote();
  dense.compare(own, engines);
  return own;
}

function distinctKeys(probes: readonly Probe[]): Uint32Array {
  return probes.length === 1 ? probes[0]!.keys : unionOfRising(probes.map(({ keys }) => keys));
}

/** A place where the query may lie if it underwent the change. */
interface ChangedPlace extends VoteCandidate {
  readonly change: Change;
  readonly keepsSpeed?: boolean;
  /** Of a place that a sweep found. */
  readonly sweptScore?: number;
  readonly sweptCents?: number;
}

interface SongPlaces {
  readonly song: IndexedSong;
  readonly places: ChangedPlace[];
}

function groupBySong(
  candidates: readonly ChangedPlace[],
  songs: readonly (IndexedSong | null)[],
): SongPlaces[] {
  const groups = new Map<string, SongPlaces>();
  candidates.forEach((place, i) => {
    const song = songs[i];
    if (!song || song.engine !== engineVersion) return;
    const group = groups.get(song.musicId) ?? { song, places: [] };
    group.places.push(place);
    groups.set(song.musicId, group);
  });
  return [...groups.values()];
}

/** The best alignment, and the others as further places of the song where the query also lies. */
function bestOf(song: IndexedSong, alignments: readonly (Alignment | null)[]): SongMatch | null {
  const found = alignments.filter((alignment) => alignment !== null).sort((a, b) => rankOf(b) - rankOf(a));
  const [alignment, ...others] = found;
  if (!alignment) return null;
  const sections = others.filter(
    (other, i) =>
      rankOf(other) >= rankOf(alignment) / 3 &&
      [alignment, ...others.slice(0, i)].every(
        (known) => Math.abs(known.startFrames - other.startFrames) > framesPerSecond / 2,
      ),
  );
  return { song, alignment, sections };
}
