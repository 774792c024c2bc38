/** Small forms of a line's vector: signs for the scan, bytes for the exact comparison. */

const maxCodeBits = 384;

/** Bytes of the sign code of a vector: a multiple of 16. Above 384 dimensions only every n-th one has a bit. */
export function semanticCodeBytes(dimensions: number): number {
  return Math.ceil(Math.min(dimensions, maxCodeBits) / 128) * 16;
}

/** Writes the signs of the vector at `from` into `out` at `to`. A zero vector gives zeros. */
export function writeSemanticCode(
  vectors: Float32Array,
  from: number,
  dimensions: number,
  out: Uint8Array,
  to: number,
): void {
  const step = Math.ceil(dimensions / maxCodeBits);
  for (let d = 0, bit = 0; d < dimensions; d += step, bit++) {
    if (vectors[from + d]! > 0) out[to + (bit >> 3)]! |= 1 << (bit & 7);
  }
}

/** Scales each row to −127 … 127 by its own largest value; cosines need no scale. Zero rows stay zero. */
export function quantiseVectors(vectors: Float32Array, dimensions: number): Int8Array {
  const out = new Int8Array(vectors.length);
  for (let from = 0; from < vectors.length; from += dimensions) {
    let largest = 0;
    for (let d = 0; d < dimensions; d++) largest = Math.max(largest, Math.abs(vectors[from + d]!));
    if (largest === 0) continue;
    for (let d = 0; d < dimensions; d++) out[from + d] = Math.round((vectors[from + d]! * 127) / largest);
  }
  return out;
}
