/** Dot products of every int8 vector of the query with every one of a song, by a WebAssembly SIMD loop. */

import {
  add,
  type Code,
  constant,
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
} from '../../../signal/wasm/assembler.js';
import { wasm } from '../../../signal/wasm/wasm.js';

/** Vectors are padded with zeros to a multiple of this. */
const unrolled = 32;
const pageBytes = 65_536;

const [a, rows, b, columns, stride, out, column, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** sum += eight products of int8, added up in pairs as int32. */
const eightProducts: Code[] = Array.from({ length: unrolled / 8 }, (_, k) => [
  ...get(sum),
  ...[...get(a), ...get(at), ...add, ...simd(0x01, 3, 8 * k)], // v128.load8x8_s
  ...[...get(b), ...simd(0x01, 3, 8 * k)],
  ...simd(0xba), // i32x4.dot_i16x8_s
  ...simd(0xae), // i32x4.add
  ...set(sum),
]);
const lane = (index: number): Code => [...get(sum), ...simd(0x1b, index)];

/** dots(a, rows, b, columns, stride, out): int32 products, row-major. None of the counts may be 0. */
const body: Code[] = [
  loop(
    [...constant(0), ...set(column)],
    loop(
      [...simd(0x0c, ...new Array<number>(16).fill(0)), ...set(sum)],
      [...constant(0), ...set(at)],
      loop(
        ...eightProducts,
        increase(at, unrolled),
        increase(b, unrolled),
        [...get(at), ...get(stride), 0x49], // i32.lt_u
        repeatIf,
      ),
      get(out),
      [...lane(0), ...lane(1), ...add, ...lane(2), ...add, ...lane(3), ...add],
      [0x36, 2, 0], // i32.store
      increase(out, 4),
      increase(column, 1),
      [...get(column), ...get(columns), 0x49],
      repeatIf,
    ),
    [...get(b), ...get(columns), ...get(stride), 0x6c, 0x6b, ...set(b)], // b −= columns × stride
    [...get(a), ...get(stride), ...add, ...set(a)],
    [...get(rows), ...constant(1), 0x6b, ...set(rows)],
    get(rows),
    repeatIf,
  ),
];

let compiled: object | undefined;

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const code = [2, 2, i32, 1, v128, ...body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0),
    ...section(2, 1, ...name('env'), ...name('memory'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...name('dots'), 0, 0),
    ...section(10, 1, ...leb(code.length), ...code),
  ]);
}

export interface DotProducts {
  /** Int32 products of the query's rows with `targets`, row-major; valid until the next call. */
  with(targets: Int8Array): Int32Array;
}

type Dots = (a: number, rows: number, b: number, columns: number, stride: number, out: number) => void;

/** `query`: rows of `dimensions`. */
export function createDotProducts(query: Int8Array, dimensions: number): DotProducts {
  const memory = new wasm.Memory({ initial: 1 });
  compiled ??= new wasm.Module(moduleBytes());
  const instance = new wasm.Instance(compiled, { env: { memory } });
  // An export is untyped; the module's bytes say what it takes.
  const dots = instance.exports.dots as unknown as Dots;
  const width = Math.ceil(dimensions / unrolled) * unrolled;
  const queryRows = query.length / dimensions;
  const targetsAt = Math.ceil((queryRows * width) / 16) * 16;

  function reserve(bytes: number): void {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  }
  function write(vectors: Int8Array, to: number): void {
    const bytes = new Int8Array(memory.buffer);
    if (width === dimensions) bytes.set(vectors, to);
    else
      for (let row = 0; row * dimensions < vectors.length; row++)
        bytes.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), to + row * width);
  }
  reserve(targetsAt);
  write(query, 0);

  return {
    with(targets) {
      const count = targets.length / dimensions;
      if (count === 0 || queryRows === 0) return new Int32Array(0);
      const outAt = targetsAt + Math.ceil((count * width) / 16) * 16;
      reserve(outAt + 4 * count * queryRows);
      write(targets, targetsAt);
      dots(0, queryRows, targetsAt, count, width, outAt);
      return new Int32Array(memory.buffer, outAt, count * queryRows);
    },
  };
}
