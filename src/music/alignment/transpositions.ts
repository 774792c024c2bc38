/** Which transpositions are to align at: those that most runs of three equal symbols agree on. */
import { type AlignedSide, symbolChanges as changes, symbolChange } from './aligned-side.js';

const heads = new Int32Array(changes * changes);
const holders = new Int32Array(changes * changes);
let next = new Int32Array(0);

/** A side is compared with many others: its turns are worked out once. */
const knownTurns = new WeakMap<AlignedSide, Int16Array>();

/** Of each symbol, the two changes that follow it, as one number; two symbols fewer. */
function turnsOf(side: AlignedSide): Int16Array {
  const known = knownTurns.get(side);
  if (known) return known;
  const { symbol } = side;
  const turns = Int16Array.from({ length: Math.max(0, side.length - 2) }, (_, index) => {
    const middle = symbol[index + 1]!;
    return symbolChange(symbol[index]!, middle) * changes + symbolChange(middle, symbol[index + 2]!);
  });
  knownTurns.set(side, turns);
  return turns;
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
  heads.fill(-1);
  holders.fill(0);
  const turnsB = turnsOf(b);
  for (let index = turnsB.length - 1; index >= 0; index--) {
    const key = turnsB[index]!;
    next[index] = heads[key]!;
    heads[key] = index;
    holders[key]!++;
  }
  const turnsA = turnsOf(a);
  const votes = new Float64Array(12);
  for (let index = 0; index < turnsA.length; index++) {
    const key = turnsA[index]!;
    if (holders[key] === 0) continue;
    const vote = (a.weight[index + 1]! + a.weight[index + 2]!) / holders[key]! ** commonness;
    const root = a.symbol[index]! % 12;
    for (let place = heads[key]!; place >= 0; place = next[place]!)
      votes[((b.symbol[place]! % 12) - root + 12) % 12]! += vote;
  }
  return Array.from(votes.keys())
    .filter((shift) => votes[shift]! > 0)
    .sort((x, y) => votes[y]! - votes[x]!)
    .slice(0, count);
}
