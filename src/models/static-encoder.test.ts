import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findEncoder } from './encoder-choice.js';
import { EncoderError } from './encoder-error.js';
import { openSentenceEncoder } from './sentence-encoder.js';
import { openStaticTable } from './static-table.js';
import { type SafetensorsTable, writeStaticModel } from './test-support/small-static-model.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-static-'));
afterAll(() => rmSync(modelsDir, { recursive: true, force: true }));

const words = { red: [3, 0], blue: [0, 4] };

async function encode(id: string, texts: readonly string[]): Promise<number[]> {
  const { folder, settings } = findEncoder(id, modelsDir);
  const encoder = await openSentenceEncoder(folder, settings);
  return [...(await encoder.encode(texts))].map((number) => Math.round(number * 1000) / 1000);
}

describe('a static model in the format of model2vec', () => {
  it.each(['F32', 'F16', 'I8'] as const)('needs no description and reads %s rows', async (type) => {
    writeStaticModel(join(modelsDir, `static-${type}`), words, type);
    expect(await encode(`static-${type}`, ['red blue', 'Red', 'violet'])).toEqual([0.6, 0.8, 1, 0, 0, 0]);
  });

  it('weighs tokens and shares rows where the file says so', async () => {
    writeStaticModel(join(modelsDir, 'weighted'), words, 'F32', {
      weights: [1, 1, 1, 1, 2],
      rows: [0, 0, 0, 4, 3],
    });
    // Token 3 (red) has the row of blue and the other way round; token 4 counts twice.
    expect(await encode('weighted', ['red', 'red blue'])).toEqual([0, 1, 0.832, 0.555]);
  });

  it('is another index when its numbers change, though its size does not', () => {
    const folder = join(modelsDir, 'changing');
    writeStaticModel(folder, words, 'I8');
    const before = findEncoder('changing', modelsDir).identity;
    writeStaticModel(folder, { ...words, red: [2, 0] }, 'I8');
    expect(findEncoder('changing', modelsDir).identity).not.toBe(before);
  });
});

describe('a file that is no static model', () => {
  const cases: Record<string, Buffer> = {
    'is empty': Buffer.alloc(0),
    'claims a header of exabytes': Buffer.alloc(16, 0xff),
    'has a header that is no JSON': Buffer.concat([header(4), Buffer.from('nope')]),
    'has a table that runs over its end': table({
      dtype: 'F32',
      shape: [1_000, 1_000],
      data_offsets: [0, 4_000_000],
    }),
    'has offsets that do not fit its shape': table({ dtype: 'F32', shape: [2, 2], data_offsets: [0, 4] }),
    'has no rows': table({ dtype: 'F32', shape: [0, 2], data_offsets: [0, 0] }),
    'has numbers of another type': table({ dtype: 'I64', shape: [1, 1], data_offsets: [0, 8] }),
  };
  it.each(Object.entries(cases))('is refused with the reason: it %s', (_, bytes) => {
    const path = join(modelsDir, 'broken.safetensors');
    mkdirSync(modelsDir, { recursive: true });
    writeFileSync(path, bytes);
    expect(() => openStaticTable(path)).toThrow(EncoderError);
  });
});

function header(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(length));
  return bytes;
}

function table(embeddings: SafetensorsTable): Buffer {
  const json = Buffer.from(JSON.stringify({ embeddings }));
  return Buffer.concat([header(json.length), json, Buffer.alloc(8)]);
}
