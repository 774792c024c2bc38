/**
 * A whole number's 32 bits mixed, 0 … 2^32 − 1: each bit depends on all of its bits, and no two numbers become one. Thomas Mueller's integer
 * hash (stackoverflow.com/a/12996028). Stored codes are made of it: it must not change.
 */
export function mixedBits(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
