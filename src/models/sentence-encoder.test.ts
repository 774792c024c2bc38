import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findEncoder, ownDescription, requireInstalled } from './encoder-choice.js';
import { EncoderError } from './encoder-error.js';
import { type EncoderSettings, loadManifest } from './manifest.js';
import { openSentenceEncoder } from './sentence-encoder.js';
import { type SmallEncoder, writeSmallEncoder } from './test-support/small-encoder.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-encoders-'));
afterAll(() => rmSync(modelsDir, { recursive: true, force: true }));

const words = { red: [3, 0], blue: [0, 4], 'query:': [1, 1] };
const settings: EncoderSettings = {
  model: 'model.onnx',
  dimensions: 2,
  pooling: 'mean',
  normalisation: 'l2',
  prefix: '',
  maxTokens: 8,
  backgroundCosine: 0.3,
  limits: 'Two colours.',
};
let count = 0;

async function encode(
  texts: readonly string[],
  encoder: Partial<SmallEncoder>,
  change: Partial<EncoderSettings>,
): Promise<number[][]> {
  const folder = join(modelsDir, `encoder-${count++}`);
  writeSmallEncoder(folder, { kind: 'tokens', words, ...encoder });
  const opened = await openSentenceEncoder(folder, { ...settings, ...change });
  const vectors = [...(await opened.encode(texts))].map((number) => Math.round(number * 1000) / 1000);
  return texts.map((_, row) => vectors.slice(row * 2, row * 2 + 2));
}

describe('an encoder as its manifest describes it', () => {
  it('takes the mean of all tokens and scales it to length 1 (MiniLM)', async () => {
    expect(await encode(['red blue', 'red', 'red red blue blue'], {}, {})).toEqual([
      [0.6, 0.8],
      [1, 0],
      [0.6, 0.8],
    ]);
  });

  it('puts the prefix before every line (e5)', async () => {
    const [line] = await encode(['red'], {}, { prefix: 'query: ', normalisation: 'none' });
    expect(line).toEqual([2, 0.5]);
  });

  it('takes the first token alone (LaBSE)', async () => {
    const marked = { words: { ...words, '[CLS]': [0, 2], '[SEP]': [9, 9] }, marks: true };
    const [line] = await encode(['red red'], marked, { pooling: 'cls' });
    expect(line).toEqual([0, 1]);
  });

  it('takes vectors that the model has pooled itself, lines end to end (model2vec)', async () => {
    const lines = await encode(['blue red', 'red', 'blue'], { kind: 'pooled' }, { pooling: 'none' });
    expect(lines).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
  });

  it('leaves vectors as they are where the manifest says so', async () => {
    expect(await encode(['red blue'], {}, { normalisation: 'none' })).toEqual([[1.5, 2]]);
  });

  it('cuts a line that is too long and keeps its closing mark', async () => {
    const marked = { words: { ...words, '[SEP]': [0, 6] }, marks: true };
    const [line] = await encode(['red '.repeat(50)], marked, { maxTokens: 3, normalisation: 'none' });
    expect(line).toEqual([1, 2]);
  });

  it('gives zeros for a line of which it knows no word', async () => {
    expect(await encode(['violet'], {}, {})).toEqual([[0, 0]]);
  });
});

describe('a manifest that lies', () => {
  const refuses = (change: Partial<EncoderSettings>, reason: RegExp) => async () => {
    const opening = encode(['red'], {}, change);
    await expect(opening).rejects.toThrow(EncoderError);
    await expect(opening).rejects.toThrow(reason);
  };
  it(
    'about the dimensions is found out at the start',
    refuses({ dimensions: 3 }, /manifest says \[lines, tokens, 3\]/),
  );
  it('about the pooling is found out at the start', refuses({ pooling: 'none' }, /pooling none/));
  it('about the model file is found out at the start', refuses({ model: 'other.onnx' }, /cannot be opened/));
});

describe('the chosen encoder', () => {
  it('is one that the manifest names, or says which there are', () => {
    expect(() => findEncoder('nothing', modelsDir)).toThrow(
      /mini-multi-static-128.*contrafact-encoder\.json/s,
    );
    expect(() => findEncoder('whisper-tiny', modelsDir)).toThrow(/no sentence encoder/);
    expect(() => findEncoder('../etc', modelsDir)).toThrow(/no sentence encoder/);
  });

  it('is installed, or says how to', () => {
    expect(() => requireInstalled('multilingual-e5-small', modelsDir)).toThrow(
      /contrafact models pull multilingual-e5-small/,
    );
    expect(() => requireInstalled('mini-multi-static-128', modelsDir)).not.toThrow();
  });

  it('may be the operator’s own folder with a description', () => {
    const folder = join(modelsDir, 'mine');
    writeSmallEncoder(folder, { kind: 'tokens', words });
    writeFileSync(join(folder, ownDescription), JSON.stringify(settings));
    const first = findEncoder('mine', modelsDir);
    expect(first.settings).toEqual(settings);
    writeSmallEncoder(folder, { kind: 'tokens', words: { ...words, red: [1, 0] } });
    expect(findEncoder('mine', modelsDir).identity).not.toBe(first.identity);
  });

  it.each([
    ['{', /is not JSON/],
    ['{"model":"model.onnx"}', /dimensions/],
    [JSON.stringify({ ...settings, model: '../../etc/passwd' }), /model/],
    [JSON.stringify({ ...settings, model: 'gone.onnx' }), /gone\.onnx is missing/],
  ])('is refused with the reason where its description is wrong (%s)', (text, reason) => {
    const folder = join(modelsDir, 'wrong');
    writeSmallEncoder(folder, { kind: 'tokens', words });
    writeFileSync(join(folder, ownDescription), text);
    expect(() => findEncoder('wrong', modelsDir)).toThrow(reason);
  });
});

describe('the manifest', () => {
  it('says for every sentence encoder how it is used', () => {
    const encoders = loadManifest().models.filter((model) => model.purpose === 'sentence-encoder');
    expect(encoders.map((model) => model.id)).toEqual(
      expect.arrayContaining(['multilingual-e5-small', 'labse', 'paraphrase-multilingual-minilm-l12-v2']),
    );
    for (const { encoder } of encoders) expect(encoder?.limits.length).toBeGreaterThan(10);
    const e5 = encoders.find((model) => model.id === 'multilingual-e5-small')!;
    expect(e5).toMatchObject({
      repository: 'Xenova/multilingual-e5-small',
      encoder: { prefix: 'query: ', pooling: 'mean', normalisation: 'l2', dimensions: 384 },
    });
  });
});
