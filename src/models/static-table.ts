/**
 * The vectors of a static embedding model in the safetensors format, as model2vec writes it: read row by row where they
 * stand in the file. The operating system keeps in its cache what is used; the process holds none of it, so that a table
 * of 500,000 rows costs no memory until its rows are asked for.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { EncoderError } from './encoder-error.js';

const types = { F32: 4, F16: 2, I8: 1, I32: 4, I64: 8 } as const;
type NumberType = keyof typeof types;

const tensor = z.object({
  dtype: z.enum(Object.keys(types) as [NumberType, ...NumberType[]]),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});
type Tensor = z.infer<typeof tensor>;

/** What the tables are called that tools write. */
const tableNames = ['embeddings', 'embedding.weight', 'weight'];
const largestHeaderBytes = 1_000_000;

export interface StaticTable {
  /** Tokens that have a row. */
  readonly tokens: number;
  readonly dimensions: number;
  /** Adds the token's vector to `out` from `at`. A token without a row adds nothing. */
  addRow(token: number, out: Float32Array, at: number): void;
  close(): void;
}

/** Throws EncoderError where the file is no safetensors file with a table of `F32`, `F16` or `I8` numbers. */
export function openStaticTable(path: string): StaticTable {
  const file = openSync(path, 'r');
  const size = fstatSync(file).size;
  const fail = (reason: string): never => {
    closeSync(file);
    throw new EncoderError(`${path} holds no static embeddings: ${reason}.`);
  };
  const bytesAt = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    return readSync(file, bytes, 0, length, at) === length ? bytes : fail('the file is cut off');
  };
  const headerBytes = size < 8 ? fail('it is empty') : Number(bytesAt(0, 8).readBigUInt64LE());
  if (headerBytes > Math.min(largestHeaderBytes, size - 8)) fail('its header is no safetensors header');
  const tensors = readHeader(bytesAt(8, headerBytes), fail);
  const start = 8 + headerBytes;

  const name = tableNames.find((one) => tensors.has(one));
  const table = name === undefined ? fail(`none of ${tableNames.join(', ')} is in it`) : tensors.get(name)!;
  const [rows = 0, dimensions = 0] = table.shape;
  if (table.shape.length !== 2 || rows === 0 || dimensions === 0) fail(`${name} is no table`);
  if (table.dtype !== 'F32' && table.dtype !== 'F16' && table.dtype !== 'I8') {
    fail(`${name} has numbers of the type ${table.dtype}`);
  }
  for (const [
    key,
    {
      dtype,
      shape,
      data_offsets: [from, to],
    },
  ] of tensors) {
    const length = shape.reduce((product, axis) => product * axis, 1) * types[dtype];
    if (to - from !== length || start + to > size) fail(`${key} does not fit into the file`);
  }
  const column = (key: string): Float64Array | null => {
    const one = tensors.get(key);
    if (!one) return null;
    const [from, to] = one.data_offsets;
    return numbersOf(bytesAt(start + from, to - from), one.dtype);
  };
  // Where rows are shared by tokens, and where a token's weight is kept apart from its row.
  const rowOf = column('mapping');
  const weights = column('weights');
  const rowBytes = dimensions * types[table.dtype];
  const row = Buffer.alloc(rowBytes);

  return {
    tokens: rowOf?.length ?? rows,
    dimensions,
    close: () => closeSync(file),
    addRow(token, out, at) {
      const place = rowOf ? rowOf[token] : token;
      if (place === undefined || place < 0 || place >= rows) return;
      readSync(file, row, 0, rowBytes, start + table.data_offsets[0] + place * rowBytes);
      const weight = weights?.[token] ?? 1;
      for (let d = 0; d < dimensions; d++) out[at + d]! += weight * numberAt(row, d, table.dtype);
    },
  };
}

function readHeader(bytes: Buffer, fail: (reason: string) => never): Map<string, Tensor> {
  let header: unknown;
  try {
    header = JSON.parse(bytes.toString('utf8'));
  } catch {
    return fail('its header is no JSON');
  }
  if (header === null || typeof header !== 'object') return fail('its header is no object');
  const named = Object.entries(header).filter(([key]) => key !== '__metadata__');
  return new Map(
    named.map(([key, value]) => {
      const parsed = tensor.safeParse(value);
      return [key, parsed.success ? parsed.data : fail(`its header does not describe ${key}`)];
    }),
  );
}

function numbersOf(bytes: Buffer, type: NumberType): Float64Array {
  return Float64Array.from({ length: bytes.length / types[type] }, (_, at) => numberAt(bytes, at, type));
}

function numberAt(bytes: Buffer, at: number, type: NumberType): number {
  if (type === 'F32') return bytes.readFloatLE(4 * at);
  if (type === 'I8') return bytes.readInt8(at);
  if (type === 'I32') return bytes.readInt32LE(4 * at);
  if (type === 'I64') return Number(bytes.readBigInt64LE(8 * at));
  return halfToNumber(bytes.readUInt16LE(2 * at));
}

/** IEEE 754 binary16. */
function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
