/** Rows of whole numbers as ClickHouse reads and writes them (`RowBinary`): columns of type UInt64, eight bytes each, little-endian. */

export function packNumbers(values: readonly bigint[]): Buffer {
  const row = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => {
    row.writeBigUInt64LE(value, i * 8);
  });
  return row;
}

/** All numbers of an answer, row by row. */
export function readNumbers(answer: Buffer): bigint[] {
  return Array.from({ length: answer.length / 8 }, (_, i) => answer.readBigUInt64LE(i * 8));
}

/** Rows of two columns: the second number by the first. */
export function readPairs(answer: Buffer): Map<bigint, number> {
  const found = new Map<bigint, number>();
  for (let at = 0; at < answer.length; at += 16)
    found.set(answer.readBigUInt64LE(at), Number(answer.readBigUInt64LE(at + 8)));
  return found;
}
