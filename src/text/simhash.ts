/**
 * Simhash (Charikar, STOC 2002): the signs of a fixed random projection of a set of features. The share of
 * bits in which two hashes differ estimates the angle between the two sets.
 */

export const simhashBytes = 16;
const bits = simhashBytes * 8;

/** 128 random signs of one feature bucket, as four words from a mixed counter (murmur3's finaliser). */
function signWord(feature: number, word: number): number {
  let hash = Math.imul(feature + 1, 0x9e3779b1) ^ Math.imul(word + 1, 0x85ebca6b);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const sums = new Int32Array(bits);

/** Writes the 16-byte simhash of `features` into `out` at `offset`; an empty set gives zeros. */
export function writeSimhash(features: Uint16Array, out: Uint8Array, offset: number): void {
  sums.fill(0);
  for (const feature of features) {
    for (let word = 0; word < bits / 32; word++) {
      const signs = signWord(feature, word);
      const base = word * 32;
      for (let bit = 0; bit < 32; bit++) sums[base + bit]! += ((signs >>> bit) & 1) * 2 - 1;
    }
  }
  for (let byte = 0; byte < simhashBytes; byte++) {
    let value = 0;
    for (let bit = 0; bit < 8; bit++) if (sums[byte * 8 + bit]! > 0) value |= 1 << bit;
    out[offset + byte] = value;
  }
}
