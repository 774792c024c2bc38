/** Which transpositions are to align at: those that most runs of three equal symbols agree on. */
import { type AlignedSide, symbolChanges as changes, symbolChange } from './aligned-side.js';

/** By turn, between calls: no head, no holders. */
const heads = new Int32Array(changes * changes).fill(-1);
const holders = new Int32Array(changes * changes);
let next = new Int32Array(0);

/** Of a side, for each symbol but the last two. */
interface Turns {
  /** The two changes that follow it, as one number. */
  readonly turn: Int16Array;
  /** Its pitch class. */
  readonly root: Uint8Array;
}

/** A side is compared with many others: its turns are worked out once. */
const knownTurns = new WeakMap<AlignedSide, Turns>();

function turnsOf(side: AlignedSide): Turns {
  const known = knownTurns.get(side);
  if (known) return known;
  const { symbol } = side;
  const count = Math.max(0, side.length - 2);
  const turns: Turns = { turn: new Int16Array(count), root: new Uint8Array(count) };
  for (let index = 0; index < count; index++) {
    const middle = symbol[index + 1]!;
    const [before, after] = [symbolChange(symbol[index]!, middle), symbolChange(middle, symbol[index + 2]!)];
    turns.turn[index] = before * changes + after;
    turns.root[index] = symbol[index]! % 12;
  }
  knownTurns.set(side, turns);
  return turns;
}

/** Powers are worked out once: places that hold a turn are few as a rule. */
const fewHolders = 64;
const knownShares = new Map<number, Float64Array>();

/** What of its vote each place has, by how many hold the turn. */
function sharesOf(commonness: number): Float64Array {
  const shares =
    knownShares.get(commonness) ??
    Float64Array.from({ length: fewHolders }, (_, held) => held ** -commonness);
  knownShares.set(commonness, shares);
  return shares;
}

/**
 * Semitones from a to b, 0 … 11, at most `count`, best first. A run votes with its weight in `a`, divided by how
 * often it stands in `b` to the power of `commonness`.
 */
export function likelyTranspositions(
  a: AlignedSide,
  b: AlignedSide,
  count: number,
  commonness: number,
): number[] {
  if (next.length < b.length) next = new Int32Array(b.length * 2);
  const { turn: turnB, root: rootB } = turnsOf(b);
  for (let index = turnB.length - 1; index >= 0; index--) {
    const key = turnB[index]!;
    next[index] = heads[key]!;
    heads[key] = index;
    holders[key]!++;
  }
  const { turn: turnA, root: rootA } = turnsOf(a);
  const votes = new Float64Array(12);
  const shares = sharesOf(commonness);
  for (let index = 0; index < turnA.length; index++) {
    const key = turnA[index]!;
    const held = holders[key]!;
    if (held === 0) continue;
    const share = held < fewHolders ? shares[held]! : held ** -commonness;
    const vote = (a.weight[index + 1]! + a.weight[index + 2]!) * share;
    const root = rootA[index]!;
    for (let place = heads[key]!; place >= 0; place = next[place]!) {
      const shift = rootB[place]! - root;
      votes[shift < 0 ? shift + 12 : shift]! += vote;
    }
  }
  for (const key of turnB) {
    heads[key] = -1;
    holders[key] = 0;
  }
  return Array.from(votes.keys())
    .filter((shift) => votes[shift]! > 0)
    .sort((x, y) => votes[y]! - votes[x]!)
    .slice(0, count);
}
