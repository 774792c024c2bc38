/** `npm run bench -- wasm`: nanoseconds of the WebAssembly kernels, beside the same loop in JavaScript, in turns. */
import {
  createBinaryScanner,
  interleaveCodes,
} from '../../src/analyses/lyric-plagiarism/simd/binary-scan.js';
import { createDotProducts } from '../../src/analyses/lyric-plagiarism/simd/dot-products.js';
import type { AlignedSide } from '../../src/music/alignment/aligned-side.js';
import { scoreFour } from '../../src/music/alignment/alignment-scores.js';
import { melodyRules } from '../../src/music/melody/melody-rules.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

interface Case {
  readonly name: string;
  /** How many units one call works on. */
  readonly units: number;
  readonly kernel: () => unknown;
  readonly javascript: () => unknown;
}

const rounds = 40;

/** The least of many calls: what else runs on the machine only adds. */
function minNanoseconds({ units, kernel, javascript }: Case): { kernel: number; javascript: number } {
  const least = { kernel: Number.POSITIVE_INFINITY, javascript: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of [['kernel', kernel] as const, ['javascript', javascript] as const]) {
      const from = process.hrtime.bigint();
      call();
      least[name] = Math.min(least[name], Number(process.hrtime.bigint() - from) / units);
    }
  }
  return least;
}

export async function main(): Promise<void> {
  console.log(
    `kernel            unit                        ns     ns in JavaScript   (least of ${rounds} calls)`,
  );
  for (const one of [alignment(), scan(), dots()]) {
    const { kernel, javascript } = minNanoseconds(one);
    console.log(
      `${one.name.padEnd(45)} ${kernel.toFixed(3).padStart(6)} ${javascript.toFixed(3).padStart(10)}`,
    );
  }
}

const random = seededRandom(11);
const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => 256 * random());
const whole = (count: number, below: number): Int32Array =>
  Int32Array.from({ length: count }, () => below * random());

function alignment(): Case {
  const length = 300;
  const side = (): AlignedSide => ({
    length,
    symbol: Uint8Array.from(whole(length, 12)),
    weight: whole(length, 30_000),
    gap: whole(length, 20_000),
    rhythm: whole(length, 100_000),
    sameRhythm: whole(length, 9_000),
  });
  const [a, b] = [side(), side()];
  const best = new Int32Array(4);
  const row = new Int32Array(length);
  const { sameRhythmWithin, otherRhythmBeyond, otherRhythm, replaced, symbols } = melodyRules;
  const inJavaScript = (): void => {
    for (let shift = 0; shift < 4; shift++) {
      row.fill(0);
      best[shift] = 0;
      for (let i = 0; i < length; i++) {
        const own = (a.symbol[i]! + shift) % 12;
        let [corner, left] = [0, 0];
        for (let j = 0; j < length; j++) {
          const change = Math.abs(a.rhythm[i]! - b.rhythm[j]!);
          let score = corner + replaced[own * symbols + b.symbol[j]!]!;
          if (own === b.symbol[j]) score += a.weight[i]! + b.weight[j]!;
          if (change < sameRhythmWithin) score += a.sameRhythm[i]!;
          else if (change > otherRhythmBeyond) score += otherRhythm;
          score = Math.max(0, score, row[j]! - a.gap[i]!, left - b.gap[j]!);
          corner = row[j]!;
          left = score;
          row[j] = score;
          if (score > best[shift]!) best[shift] = score;
        }
      }
    }
  };
  return {
    name: 'local-alignment   cell of four transpositions',
    units: length * length,
    kernel: () => scoreFour(a, b, melodyRules, [0, 1, 2, 3], best),
    javascript: inJavaScript,
  };
}

function scan(): Case {
  const [lines, width] = [16_384, 48];
  const codes = bytes(lines * width);
  const rows = 60;
  const queries = bytes(rows * width);
  const interleaved = interleaveCodes(codes, lines, width);
  const scanner = createBinaryScanner();
  const bits = Uint8Array.from(
    { length: 256 },
    (_, byte) => [...byte.toString(2)].filter((bit) => bit === '1').length,
  );
  let hits = 0;
  return {
    name: 'binary-scan       code of 48 bytes, 60 queries',
    units: lines * rows,
    kernel: () =>
      scanner.scan(
        interleaved,
        width,
        queries,
        new Uint8Array(rows).fill(150),
        (_, __, found) => (hits += found.length),
      ),
    javascript() {
      for (let query = 0; query < queries.length; query += width)
        for (let line = 0; line < lines; line++) {
          let distance = 0;
          for (let at = 0; at < width; at++)
            distance += bits[codes[line * width + at]! ^ queries[query + at]!]!;
          if (distance <= 150) hits++;
        }
    },
  };
}

function dots(): Case {
  const [rows, columns, width] = [60, 200, 384];
  const [query, targets] = [new Int8Array(bytes(rows * width)), new Int8Array(bytes(columns * width))];
  const products = createDotProducts(query, width);
  const out = new Int32Array(rows * columns);
  return {
    name: 'dot-products      product of 384 dimensions',
    units: rows * columns,
    kernel: () => products.with(targets),
    javascript() {
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          let sum = 0;
          for (let at = 0; at < width; at++) sum += query[row * width + at]! * targets[column * width + at]!;
          out[row * columns + column] = sum;
        }
    },
  };
}
