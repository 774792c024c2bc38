/**
 * The WebAssembly function that fills the table of a local alignment (Smith and Waterman 1981) at four transpositions at
 * once, one a lane: without branches, because unrelated songs make every comparison a coin toss.
 *
 * scores(a, endA, b, endB, rules, out). Addresses of 32-byte records:
 * - a note of `a`: address of its row of the profile, weight, gap, rhythm, same rhythm (32-bit each);
 * - a note of `b`: the row of the table (four lanes, 0 at first), then 32 × symbol, weight, gap, rhythm;
 * - the profile's row of a symbol of `a`, one record a symbol of `b`: what replacing it earns (four lanes), then all ones
 *   where it is equal (four lanes).
 * `rules`: sameRhythmWithin, otherRhythmBeyond, otherRhythm, all ones where the rhythm counts everywhere. `out`: four scores.
 */
import {
  add,
  type Code,
  get,
  i32,
  increase,
  leb,
  loop,
  name,
  repeatIf,
  section,
  set,
  simd,
  v128,
} from '../../signal/wasm/assembler.js';

export const recordBytes = 32;
/** Where the parts of a record lie, in 32-bit words. */
export const noteA = { profile: 0, weight: 1, gap: 2, rhythm: 3, sameRhythm: 4 };
export const noteB = { row: 0, symbol: 4, weight: 5, gap: 6, rhythm: 7 };
export const profileCell = { replaced: 0, equal: 4 };

const [a, endA, b, endB, rules, out, at, profile, cell] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [weight, gap, rhythm, same, corner, left, best, zero] = [9, 10, 11, 12, 13, 14, 15, 16];
const [within, beyond, other, everywhere, above, equal, term, score] = [17, 18, 19, 20, 21, 22, 23, 24];

const load = (address: number, word: number): Code => [...get(address), ...simd(0x00, 4, 4 * word)];
const splat = (address: number, word: number): Code => [...get(address), ...simd(0x09, 2, 4 * word)];
const loadWord = (address: number, word: number): Code => [...get(address), 0x28, 2, 4 * word];
const plus = simd(0xae);
const minus = simd(0xb1);
const greater = simd(0xb8);
const both = simd(0x4e);
const either = simd(0x50);

const oneCell: Code[] = [
  // What the change of duration earns or costs.
  [...get(rhythm), ...splat(at, noteB.rhythm), ...minus, ...simd(0xa0), ...set(term)],
  [...get(term), ...get(within), ...simd(0x39), ...get(same), ...both],
  [...get(term), ...get(beyond), ...simd(0x3b), ...get(other), ...both, ...either, ...set(term)],
  [...get(profile), ...loadWord(at, noteB.symbol), ...add, ...set(cell)],
  [...load(cell, profileCell.equal), ...set(equal)],
  // The note for the other.
  [...get(corner), ...load(cell, profileCell.replaced), ...plus],
  [...get(weight), ...splat(at, noteB.weight), ...plus, ...get(equal), ...both, ...plus],
  [...get(equal), ...get(everywhere), ...either, ...get(term), ...both, ...plus],
  // Or one of them left out, or a new start.
  [...load(at, noteB.row), ...set(above)],
  [...get(above), ...get(gap), ...minus, ...greater],
  [...get(left), ...splat(at, noteB.gap), ...minus, ...greater],
  [...get(zero), ...greater, ...set(score)],
  [...get(best), ...get(score), ...greater, ...set(best)],
  [...get(at), ...get(score), ...simd(0x0b, 4, 4 * noteB.row)],
  [...get(above), ...set(corner), ...get(score), ...set(left)],
];

const body: Code[] = [
  ...[within, beyond, other, everywhere].map((local, word) => [...splat(rules, word), ...set(local)]),
  loop(
    [...loadWord(a, noteA.profile), ...set(profile)],
    [...splat(a, noteA.weight), ...set(weight)],
    [...splat(a, noteA.gap), ...set(gap)],
    [...splat(a, noteA.rhythm), ...set(rhythm)],
    [...splat(a, noteA.sameRhythm), ...set(same)],
    [...get(zero), ...set(corner), ...get(zero), ...set(left)],
    [...get(b), ...set(at)],
    loop(
      ...oneCell,
      increase(at, recordBytes),
      [...get(at), ...get(endB), 0x49], // i32.lt_u
      repeatIf,
    ),
    increase(a, recordBytes),
    [...get(a), ...get(endA), 0x49],
    repeatIf,
  ),
  [...get(out), ...get(best), ...simd(0x0b, 4, 0)],
];

/** The whole module; it imports its memory as `env.memory` and exports `scores`. */
export function alignmentModuleBytes(): Uint8Array<ArrayBuffer> {
  const code = [2, 3, i32, 16, v128, ...body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0),
    ...section(2, 1, ...name('env'), ...name('memory'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...name('scores'), 0, 0),
    ...section(10, 1, ...leb(code.length), ...code),
  ]);
}
