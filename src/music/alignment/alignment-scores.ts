/** How well two sequences align (Smith and Waterman 1981), in whole numbers, four transpositions at a time. */
import { instantiateKernel, type WasmKernels } from '../../signal/wasm/load-kernel.js';
import { wasm } from '../../signal/wasm/wasm.js';
import { type AlignedSide, type AlignmentRules, movedSymbol } from './aligned-side.js';

/** Transpositions that are scored in one loop. */
export const lanes = 4;

const pageBytes = 65_536;
/** The kernel's records, as wasm/local-alignment.ts reads them; where their parts lie, in 32-bit words. */
const recordBytes = 32;
const recordWords = recordBytes / 4;
const noteA = { profile: 0, weight: 1, gap: 2, rhythm: 3, sameRhythm: 4 };
const noteB = { row: 0, symbol: 4, weight: 5, gap: 6, rhythm: 7 };
const profileCell = { replaced: 0, equal: 4 };
const outAt = 16;
const profileAt = 32;

interface Loop extends Pick<WasmKernels['local-alignment'], 'scores'> {
  /** All of the memory, as large as asked for. */
  words(bytes: number): Int32Array;
}

function createLoop(): Loop {
  const memory = new wasm.Memory({ initial: 1 });
  const { scores } = instantiateKernel('local-alignment', memory);
  let view = new Int32Array(memory.buffer);
  return {
    scores,
    words(bytes) {
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) {
        memory.grow(Math.ceil(missing / pageBytes));
        view = new Int32Array(memory.buffer);
      }
      return view;
    },
  };
}

let known: Loop | null = null;

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
  known ??= createLoop();
  const { symbols } = rules;
  const startA = profileAt + symbols * symbols * recordBytes;
  const startB = startA + a.length * recordBytes;
  const endB = startB + b.length * recordBytes;
  const words = known.words(endB);
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
    words.fill(0, at + noteB.row, at + noteB.row + lanes);
    words[at + noteB.symbol] = b.symbol[j]! * recordBytes;
    words[at + noteB.weight] = b.weight[j]!;
    words[at + noteB.gap] = b.gap[j]!;
    words[at + noteB.rhythm] = b.rhythm[j]!;
  }
  known.scores(startA, startB, startB, endB, 0, outAt);
  for (let lane = 0; lane < shifts.length; lane++) best[lane] = words[outAt / 4 + lane]!;
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
