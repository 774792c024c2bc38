/** Dot products of every int8 vector of the query with every one of a song, by a WebAssembly SIMD loop. */

import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

/** Vectors are padded with zeros to a multiple of this. */
const unrolled = 32;

export interface DotProducts {
  /** Int32 products of the query's rows with `targets`, row-major; valid until the next call. */
  with(targets: Int8Array): Int32Array;
}

/** `query`: rows of `dimensions`. */
export function createDotProducts(query: Int8Array, dimensions: number): DotProducts {
  const memory = new wasm.Memory({ initial: 1 });
  const { dots } = instantiateKernel('dot-products', memory);
  const width = Math.ceil(dimensions / unrolled) * unrolled;
  const queryRows = query.length / dimensions;
  const targetsAt = Math.ceil((queryRows * width) / 16) * 16;

  function write(vectors: Int8Array, to: number): void {
    const bytes = new Int8Array(memory.buffer);
    if (width === dimensions) bytes.set(vectors, to);
    else
      for (let row = 0; row * dimensions < vectors.length; row++)
        bytes.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), to + row * width);
  }
  reserveBytes(memory, targetsAt);
  write(query, 0);

  return {
    with(targets) {
      const count = targets.length / dimensions;
      if (count === 0 || queryRows === 0) return new Int32Array(0);
      const outAt = targetsAt + Math.ceil((count * width) / 16) * 16;
      reserveBytes(memory, outAt + 4 * count * queryRows);
      write(targets, targetsAt);
      dots(0, queryRows, targetsAt, count, width, outAt);
      return new Int32Array(memory.buffer, outAt, count * queryRows);
    },
  };
}
