/** A song's codes as a row keeps them: 16 bits each, in this machine's order. */

/** A copy, because the database's buffer need not begin at an even address. */
export function readCodes(stored: Uint8Array): Uint16Array<ArrayBuffer> {
  return new Uint16Array(Uint8Array.from(stored).buffer);
}
