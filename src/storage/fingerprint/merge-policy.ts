/**
 * Which segments become one. A look-up reads each segment, so few large ones are wanted; a merge writes all that it reads, so rare
 * merges are. Small segments therefore wait until there are eight of a level (tiering). Large ones, which nearly all reading is of,
 * take in what the level below hands up at once, so that a level has one (levelling). N. Dayan and S. Idreos, "Dostoevsky", SIGMOD
 * 2018, compare both and such mixtures.
 */
import type { Segment } from './segments.js';

/** Segments of one level that become one of the next; and how many times as many postings a level holds as the one below. */
const fanIn = 8;
/** From this level on (some 512 songs) a level has one segment. */
const firstSingleLevel = 3;
/** Positions in a segment count from its base, in 32 bits: some 2 million songs. */
const maxSpan = 2 ** 32;

export interface DueMerge {
  readonly segments: readonly Segment[];
  /** Of what they become. */
  readonly level: number;
}

/** The next merge of these segments, which are in order of their ids; null where none is due. */
export function dueMerge(segments: readonly Segment[]): DueMerge | null {
  const levels = [...new Set(segments.map(({ level }) => level))].sort((a, b) => a - b);
  for (const level of levels) {
    const same = segments.filter((segment) => segment.level === level);
    if (same.length >= fanIn) {
      const first = same.slice(0, fanIn);
      if (spanOf(first) <= maxSpan) return handedUp(first, level + 1, segments);
    }
    if (level < firstSingleLevel) continue;
    // As an index of an earlier version has them.
    const joinable = withinSpan([], same);
    if (joinable.length > 1) return { segments: joinable, level };
  }
  return null;
}

/** Segments that become one of `level`, together with what is there already, and of the next where that makes it full. */
function handedUp(sources: readonly Segment[], level: number, segments: readonly Segment[]): DueMerge {
  if (level < firstSingleLevel) return { segments: sources, level };
  const present = segments.filter((segment) => segment.level === level);
  const joined = withinSpan(sources, present);
  const isFull = joined.length > sources.length && postingsOf(joined) >= fanIn * postingsOf(sources);
  return isFull ? handedUp(joined, level + 1, segments) : { segments: joined, level };
}

/** The sources and as many of the others as can have positions in one segment. */
function withinSpan(sources: readonly Segment[], others: readonly Segment[]): Segment[] {
  const joined = [...sources];
  for (const other of others) if (spanOf([...joined, other]) <= maxSpan) joined.push(other);
  return joined;
}

function spanOf(segments: readonly Segment[]): number {
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ base }) => base));
}

function postingsOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { postings }) => sum + postings, 0);
}
