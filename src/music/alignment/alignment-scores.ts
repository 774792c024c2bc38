/** How well two sequences align (Smith and Waterman 1981), in whole numbers, four transpositions at a time. */
import type { WasmKernels } from '../../signal/wasm/kernel-exports.js';
import { instantiateKernel } from '../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../signal/wasm/wasm.js';
import { type AlignedSide, type AlignmentRules, movedSymbol } from './aligned-side.js';

/** Transpositions that are scored in one loop. */
export const lanes = 4;

/** The kernel's records, as wasm/local-alignment.ts reads them; where their parts lie, in 32-bit words. */
const recordBytes = 32;
const recordWords = recordBytes / 4;
const noteA = { profile: 0, weight: 1, gap: 2, rhythm: 3, sameRhythm: 4 };
const noteB = { row: 0, symbol: 4, gap: 5 };
/** Notes of `b` that the kernel reads at once from a list. */
const notesAtOnce = 4;
const profileCell = { replaced: 0, equal: 4 };
/** Where the kernel keeps what a note of `b` earns. */
const earnedBytesANote = 8;
const outAt = 16;
const profileAt = 32;

interface Loop extends Pick<WasmKernels['local-alignment'], 'scores' | 'path'> {
  /** All of the memory, as large as asked for. */
  words(bytes: number): Int32Array;
}

function createLoop(): Loop {
  const memory = new wasm.Memory({ initial: 1 });
  const { scores, path } = instantiateKernel('local-alignment', memory);
  let view = new Int32Array(memory.buffer);
  return {
    scores,
    path,
    words(bytes) {
      if (reserveBytes(memory, bytes)) view = new Int32Array(memory.buffer);
      return view;
    },
  };
}

let known: Loop | null = null;

/** Where both sequences lie in the kernel's memory. */
interface Written {
  readonly loop: Loop;
  readonly words: Int32Array;
  readonly startA: number;
  readonly startB: number;
  readonly endB: number;
  /** Lists of the second one's, and what comes behind them. */
  readonly weights: number;
  readonly rhythms: number;
  readonly rest: number;
}

/** Writes both sequences, one symbol each or more, and `moreBytes` of room behind them. */
function written(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shifts: readonly number[],
  moreBytes: number,
): Written {
  known ??= createLoop();
  const { symbols } = rules;
  const startA = profileAt + symbols * symbols * recordBytes;
  const startB = startA + a.length * recordBytes;
  const endB = startB + b.length * recordBytes;
  const listBytes = 4 * notesAtOnce * Math.ceil(b.length / notesAtOnce);
  const [weights, rhythms, rest] = [endB, endB + listBytes, endB + 2 * listBytes];
  const words = known.words(rest + moreBytes);
  words[0] = rules.sameRhythmWithin;
  words[1] = rules.otherRhythmBeyond;
  words[2] = rules.otherRhythm;
  words[3] = rules.rhythmOfMatchesOnly ? 0 : -1;
  writeProfile(words, rules, shifts);
  for (let i = 0, at = startA / 4; i < a.length; i++, at += recordWords) {
    words[at + noteA.profile] = profileAt + a.symbol[i]! * symbols * recordBytes;
    words[at + noteA.weight] = a.weight[i]!;
    words[at + noteA.gap] = a.gap[i]!;
    words[at + noteA.rhythm] = a.rhythm[i]!;
    words[at + noteA.sameRhythm] = a.sameRhythm[i]!;
  }
  for (let j = 0, at = startB / 4; j < b.length; j++, at += recordWords) {
    for (let lane = 0; lane < lanes; lane++) words[at + noteB.row + lane] = 0;
    words[at + noteB.symbol] = b.symbol[j]! * recordBytes;
    words[at + noteB.gap] = b.gap[j]!;
  }
  words.set(b.weight, weights / 4);
  words.set(b.rhythm, rhythms / 4);
  return { loop: known, words, startA, startB, endB, weights, rhythms, rest };
}

/** The best scores at up to four transpositions (`shifts`: 0 … 11), into `best`. */
export function scoreFour(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shifts: readonly number[],
  best: Int32Array,
): void {
  best.fill(0);
  if (a.length === 0 || b.length === 0) return;
  const earnedBytes = earnedBytesANote * (b.length + notesAtOnce);
  const { loop, words, startA, startB, endB, weights, rhythms, rest } = written(
    a,
    b,
    rules,
    shifts,
    earnedBytes,
  );
  loop.scores(startA, startB, startB, endB, weights, rhythms, rest, 0, outAt);
  for (let lane = 0; lane < shifts.length; lane++) best[lane] = words[outAt / 4 + lane]!;
}

/** How every cell up to one of them was reached. */
export interface Moves {
  /** 0 … 3 (alignment-path.ts), a.length rows of b.length; good until the next alignment. */
  readonly moves: Uint8Array;
  /** The place of that cell. */
  readonly at: number;
}

/** Up to the first cell of score `target`, more than 0; null where there is none. */
export function movesTo(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shift: number,
  target: number,
): Moves | null {
  if (a.length === 0 || b.length === 0) return null;
  const cells = a.length * b.length;
  const { loop, words, startA, startB, endB, weights, rhythms, rest } = written(a, b, rules, [shift], cells);
  const found = loop.path(startA, startB, startB, endB, weights, rhythms, 0, target, rest);
  return found === 0 ? null : { moves: new Uint8Array(words.buffer, rest, cells), at: found - rest };
}

/** What may be aligned with what once `a` is moved by each of the shifts. */
function writeProfile(words: Int32Array, rules: AlignmentRules, shifts: readonly number[]): void {
  const { symbols, replaced } = rules;
  for (let lane = 0; lane < lanes; lane++) {
    const shift = shifts[lane] ?? shifts[0]!;
    for (let symbol = 0, at = profileAt / 4 + lane; symbol < symbols; symbol++) {
      const own = symbols === 1 ? 0 : movedSymbol(symbol, shift);
      for (let other = 0; other < symbols; other++, at += recordWords) {
        words[at + profileCell.replaced] = replaced[own * symbols + other]!;
        words[at + profileCell.equal] = own === other ? -1 : 0;
      }
    }
  }
}
