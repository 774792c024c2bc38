/**
 * Passages that two lyrics share word by word: local alignment (Smith and Waterman 1981) of the two streams of words.
 * A pair of equal words counts by what it says, in nats, so that a passage's sum is the log-odds of a copy with edits
 * against chance. A sum of S is what chance reaches in one of e^S / (m · n) pairs of places (Karlin and Altschul 1990).
 */
import type { WordNumbers } from '../index/song-words.js';
import { startAlignment, unitsANat } from '../simd/word-alignment.js';

export interface Passage {
  /** Places in the lyric's words, `to` exclusive. */
  readonly queryFrom: number;
  readonly queryTo: number;
  readonly songFrom: number;
  readonly songTo: number;
  /** Log-odds of the alignment. */
  readonly nats: number;
}

/** ln(0.2 · 0.7): a word in five is another one in an edited copy; one in ten is left out or put in. */
const replaced = -2;
const skipped = -2.5;
/** Words that begin the same, or sound the same, share part of what they say. */
const sameStem = { share: 0.6, less: 1 };
const sameSound = { share: 0.5, less: 1.5 };
const maxPassages = 40;

/** What the pair adds: positive for a match, `replaced` else. */
function pairGain(query: WordNumbers, row: number, song: WordNumbers, column: number): number {
  if (query.hashes[row] === song.hashes[column]) return query.nats[row]!;
  const [own, other] = [query.marks[row]!, song.marks[column]!];
  const nats = Math.min(query.nats[row]!, song.nats[column]!);
  if ((own & 0xffff) !== 0 && (own & 0xffff) === (other & 0xffff))
    return Math.max(replaced, sameStem.share * nats - sameStem.less);
  if (own >>> 16 !== 0 && own >>> 16 === other >>> 16)
    return Math.max(replaced, sameSound.share * nats - sameSound.less);
  return replaced;
}

type Places = Map<number, number[]>;

function placesOf(keys: ArrayLike<number>, keyOf: (value: number) => number): Places {
  const places: Places = new Map();
  for (let at = 0; at < keys.length; at++) {
    const key = keyOf(keys[at]!);
    if (key === 0) continue;
    const list = places.get(key);
    if (list) list.push(at);
    else places.set(key, [at]);
  }
  return places;
}

export interface PassageFinder {
  /** What a passage of chance reaches in two texts of these lengths. */
  chance(songWords: number): number;
  /** Passages beyond chance that share no word with one another, the strongest first. */
  find(song: WordNumbers): Passage[];
}

export function createPassageFinder(query: WordNumbers): PassageFinder {
  const rows = query.hashes.length;
  const byHash = placesOf(query.hashes, (hash) => hash);
  const byStem = placesOf(query.marks, (marks) => marks & 0xffff);
  const bySound = placesOf(query.marks, (marks) => marks >>> 16);
  const touched: number[] = [];

  function setGains(song: WordNumbers, column: number, gains: Int32Array): void {
    const marks = song.marks[column]!;
    const lists = [
      byHash.get(song.hashes[column]!),
      (marks & 0xffff) === 0 ? undefined : byStem.get(marks & 0xffff),
      marks >>> 16 === 0 ? undefined : bySound.get(marks >>> 16),
    ];
    for (const list of lists) {
      if (!list) continue;
      for (const row of list) {
        gains[row] = Math.round(unitsANat * pairGain(query, row, song, column));
        touched.push(row);
      }
    }
  }

  function chance(songWords: number): number {
    return Math.log(Math.max(1, rows) * Math.max(1, songWords));
  }

  function find(song: WordNumbers): Passage[] {
    const columns = song.hashes.length;
    const least = Math.floor(unitsANat * chance(columns));
    const unrelated = unitsANat * replaced;
    const alignment = startAlignment(rows, columns, least, unrelated);
    const found = new Map<number, Passage>();
    let active = false;
    for (let column = 0; column < columns; column++) {
      setGains(song, column, alignment.gains);
      if (!active && touched.length === 0) continue;
      const hits = alignment.align(column);
      active = hits >= 0;
      for (let hit = 0; hit < hits; hit++) {
        const row = alignment.hits[hit]!;
        const nats = alignment.sums()[row + 1]! / unitsANat;
        const start = alignment.starts()[row + 1]!;
        const known = found.get(start);
        if (known && known.nats >= nats) continue;
        const queryFrom = Math.floor(start / columns);
        found.set(start, {
          queryFrom,
          queryTo: row + 1,
          songFrom: start - queryFrom * columns,
          songTo: column + 1,
          nats,
        });
      }
      for (const row of touched) alignment.gains[row] = unrelated;
      touched.length = 0;
    }
    return apart([...found.values()]);
  }

  return { chance, find };
}

/** The strongest that overlap no stronger one in either text; of equal ones the first. */
function apart(passages: Passage[]): Passage[] {
  const chosen: Passage[] = [];
  let left = passages;
  // Each choice leaves few of the others, so that nothing need be put in order.
  while (left.length > 0 && chosen.length < maxPassages) {
    const best = left.reduce((most, one) => (one.nats > most.nats ? one : most));
    chosen.push(best);
    left = left.filter(
      (one) =>
        (one.queryFrom >= best.queryTo || best.queryFrom >= one.queryTo) &&
        (one.songFrom >= best.songTo || best.songFrom >= one.songTo),
    );
  }
  return chosen;
}

export interface AlignedPair {
  readonly row: number;
  readonly column: number;
  readonly gain: number;
}

/** The pairs of words that a passage consists of, in order. */
export function pairsOf(passage: Passage, query: WordNumbers, song: WordNumbers): AlignedPair[] {
  const [rows, columns] = [passage.queryTo - passage.queryFrom, passage.songTo - passage.songFrom];
  const width = columns + 1;
  const totals = new Float32Array((rows + 1) * width);
  const from = new Uint8Array((rows + 1) * width);
  const gainAt = (row: number, column: number): number =>
    pairGain(query, passage.queryFrom + row, song, passage.songFrom + column);
  for (let column = 1; column <= columns; column++) [totals[column], from[column]] = [skipped * column, 1];
  for (let row = 1; row <= rows; row++) {
    const at = row * width;
    [totals[at], from[at]] = [skipped * row, 2];
    for (let column = 1; column <= columns; column++) {
      const pair = totals[at - width + column - 1]! + gainAt(row - 1, column - 1);
      const left = totals[at + column - 1]! + skipped;
      const up = totals[at - width + column]! + skipped;
      totals[at + column] = Math.max(pair, left, up);
      from[at + column] = pair >= left && pair >= up ? 0 : left >= up ? 1 : 2;
    }
  }
  const pairs: AlignedPair[] = [];
  let [row, column] = [rows, columns];
  while (row > 0 && column > 0) {
    const way = from[row * width + column]!;
    if (way === 0) {
      const gain = gainAt(--row, --column);
      if (gain > 0) pairs.push({ row: passage.queryFrom + row, column: passage.songFrom + column, gain });
    } else if (way === 1) column--;
    else row--;
  }
  return pairs.reverse();
}
