/** Writes static models of a few words for tests: safetensors files as model2vec lays them out, and their tokenizers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTokenizer } from './small-encoder.js';

export interface SafetensorsTable {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

interface Extras {
  /** A token's weight, by token: three tokens that are no words come first. */
  readonly weights: readonly number[];
  /** A token's row. */
  readonly rows: readonly number[];
}

/** Whole numbers of −2 … 4 are exact in each of the types. */
export function writeStaticModel(
  folder: string,
  words: Readonly<Record<string, readonly number[]>>,
  type: 'F32' | 'F16' | 'I8',
  extras?: Extras,
): void {
  const dimensions = Object.values(words)[0]!.length;
  const vocabulary = ['[UNK]', '[CLS]', '[SEP]', ...Object.keys(words)];
  const numbers = vocabulary.flatMap((word) => [...(words[word] ?? new Array<number>(dimensions).fill(0))]);
  const parts: [string, string, number[], Buffer][] = [
    ['embeddings', type, [vocabulary.length, dimensions], bytesOf(numbers, type)],
  ];
  if (extras) {
    parts.push(['weights', 'F32', [extras.weights.length], bytesOf(extras.weights, 'F32')]);
    parts.push(['mapping', 'I32', [extras.rows.length], Buffer.from(Int32Array.from(extras.rows).buffer)]);
  }
  let offset = 0;
  const header: Record<string, SafetensorsTable> = {};
  for (const [name, dtype, shape, data] of parts) {
    header[name] = { dtype, shape, data_offsets: [offset, offset + data.length] };
    offset += data.length;
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'model.safetensors'),
    Buffer.concat([length, json, ...parts.map(([, , , data]) => data)]),
  );
  writeTokenizer(folder, vocabulary, false);
}

function bytesOf(numbers: readonly number[], type: 'F32' | 'F16' | 'I8'): Buffer {
  if (type === 'I8') return Buffer.from(Int8Array.from(numbers).buffer);
  if (type === 'F32') return Buffer.from(Float32Array.from(numbers).buffer);
  return Buffer.from(Uint16Array.from(numbers, halfOf).buffer);
}

/** A small whole number in IEEE 754 binary16. */
function halfOf(number: number): number {
  if (number === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(number)));
  const fraction = Math.round((Math.abs(number) / 2 ** exponent - 1) * 1024);
  return (number < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}
