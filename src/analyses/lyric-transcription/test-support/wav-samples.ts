/** Reads 16-bit mono WAV files for tests and benches. */
import { readFileSync } from 'node:fs';

/** Samples in −1 … 1, whatever chunks stand before the data. */
export function wavSamples(path: string): Float32Array {
  const file = readFileSync(path);
  const data = file.indexOf('data') + 8;
  return Float32Array.from(
    { length: (file.length - data) >> 1 },
    (_, i) => file.readInt16LE(data + 2 * i) / 32_768,
  );
}
