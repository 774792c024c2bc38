/** Looks one stretch of a query up: a cheap nested sample of its hashes first, all of them when nothing is found. */
import type { AnalysisContext } from '../analysis.js';
import { isDuplicate, isMatch, type Strictness } from './decision.js';
import type { QueryWindow } from './extract.js';
import type { SongMatch } from './matches.js';
import type { Alignment } from './measure.js';
import { engineVersion, framesPerSecond, triplets } from './parameters.js';
import type { IndexExtent, IndexedSong, SearchableIndex } from './ports.js';
import type { VoteCandidate } from './vote.js';

/** Hits that a first look-up may bring by chance; more would cost more than they tell. */
const affordableHits = 150_000;
/**
 * Keys of the first look-ups: enough where the query is little damaged, and where it is not badly damaged. The lowest,
 * so that all queries share blocks: reading blocks is most of what a query costs in a large catalogue.
 */
const firstKeys = [400, 1500];
/** Places verified a look-up. */
const maxCandidates = 8;
/** Distinct values that a key takes in practice: 2^24.8 triplets, sampled. */
const effectiveKeys = 2 ** (24.8 - triplets.samplingBits);

/** Verified matches of one window, best first: only those that could count, one a song. */
export async function searchWindow(
  index: SearchableIndex,
  accountId: string,
  window: QueryWindow,
  { songs, postings }: IndexExtent,
  context: Pick<AnalysisContext, 'compute' | 'signal'>,
  strictness: Strictness,
): Promise<SongMatch[]> {
  if (songs === 0 || window.keys.length === 0) return [];
  let matches: SongMatch[] = [];
  for (const count of lookUpBudgets(window.keys.length, postings)) {
    matches = await lookUp(index, accountId, window, count, context);
    // A match that holds for a part only may be a lesser place of the song, or of another, than all keys would find.
    if (matches.some((match) => isDuplicate(match.alignment, songs, strictness))) break;
  }
  return matches.filter((match) => isMatch(match.alignment, songs, strictness));
}

/** How many of a window's lowest keys (a nested sample) to look up, in rising effort, among so many postings. */
export function lookUpBudgets(keys: number, postings: number): number[] {
  const hitsPerKey = Math.max(0.01, postings / effectiveKeys);
  const affordable = Math.max(600, Math.floor(affordableHits / hitsPerKey));
  const budgets: number[] = [];
  for (const wanted of [...firstKeys.map((count) => Math.min(count, affordable)), affordable * 4]) {
    const count = Math.min(keys, wanted);
    if (count > (budgets.at(-1) ?? 0) * 1.2) budgets.push(count);
  }
  return budgets;
}

/** The alignments near the best-voted places for the window's `count` lowest keys, one song each, best first. */
export async function lookUp(
  index: SearchableIndex,
  accountId: string,
  window: QueryWindow,
  count: number,
  { compute, signal }: Pick<AnalysisContext, 'compute' | 'signal'>,
): Promise<SongMatch[]> {
  const keys = window.keys.slice(0, count);
  const times = window.times.slice(0, count);
  const pages = await index.postings(accountId, keys);
  const candidates = await compute.run<VoteCandidate[]>(
    'fingerprint.vote',
    {
      keys,
      times,
      pages,
      spanFrames: (window.endSeconds - window.startSeconds) * framesPerSecond,
      limit: maxCandidates,
    },
    { signal },
  );
  if (candidates.length === 0) return [];
  const groups = groupBySong(
    candidates,
    await index.songsAt(
      accountId,
      candidates.map((place) => place.centre),
    ),
  );
  const alignments = await compute.run<(Alignment | null)[][]>(
    'fingerprint.verify',
    {
      query: window.peaks,
      songs: groups.map(({ song, places }) => ({
        peaks: song.peaks,
        hypotheses: places.map(({ start, scale }) => ({ start: start - song.startPosition, scale })),
      })),
    },
    { signal },
  );
  return groups
    .map(({ song }, i) => bestOf(song, alignments[i]!))
    .filter((match) => match !== null)
    .sort((a, b) => b.alignment.z - a.alignment.z);
}

interface SongPlaces {
  readonly song: IndexedSong;
  readonly places: VoteCandidate[];
}

function groupBySong(
  candidates: readonly VoteCandidate[],
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
  const found = alignments.filter((alignment) => alignment !== null).sort((a, b) => b.z - a.z);
  const [alignment, ...others] = found;
  if (!alignment) return null;
  const sections = others.filter(
    (other, i) =>
      other.z >= alignment.z / 3 &&
      [alignment, ...others.slice(0, i)].every(
        (known) => Math.abs(known.startFrames - other.startFrames) > framesPerSecond / 2,
      ),
  );
  return { song, alignment, sections };
}
