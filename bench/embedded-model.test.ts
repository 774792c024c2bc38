import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadNetwork } from '../src/models/embedded/network-file.js';
import { loadTables } from '../src/models/embedded/table-file.js';
import { seededRandom } from '../src/signal/seeded-random.js';
import type { SmallNetwork } from '../src/signal/small-network.js';
import { writeNetwork, writeTables } from './embedded-model.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-write-model-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const random = seededRandom(5);
const single = (length: number): Float32Array => Float32Array.from({ length }, () => random() - 0.5);
const double = (length: number): Float64Array => Float64Array.from({ length }, () => random() - 0.5);
const names = { inputs: ['loudness', 'pitch', 'length'], outputs: ['yes', 'no'] };
const run = {
  version: 'test-1',
  seed: 3,
  data: [{ group: 'songs', cases: 2, sha256: 'a'.repeat(64) }],
  metrics: { AUC: 0.5 },
};

it('a network that was written is loaded bit by bit, in both precisions', () => {
  const network: SmallNetwork = {
    scaling: { mean: double(3), deviation: double(3).map((value) => value + 1) },
    activation: 'tanh',
    sums: 'float64',
    inputs: 3,
    hidden: single(12),
    hiddenBias: double(4),
    output: double(8),
    outputBias: double(2),
  };
  const precision = { hidden: 'float32', others: 'float64', sums: 'float64' } as const;
  writeNetwork('test-network', network, precision, names, run, folder);
  expect(loadNetwork('test-network', names.inputs, names.outputs, folder).network).toEqual(network);
  const unscaled: SmallNetwork = {
    scaling: null,
    activation: 'rectified',
    sums: 'float32',
    inputs: 3,
    hidden: single(6),
    hiddenBias: single(2),
    output: single(4),
    outputBias: single(2),
  };
  const all = { hidden: 'float32', others: 'float32', sums: 'float32' } as const;
  writeNetwork('test-network', unscaled, all, names, run, folder);
  expect(loadNetwork('test-network', names.inputs, names.outputs, folder).network).toEqual(unscaled);
});

it('training anew replaces what the run determined in a card, and keeps what people wrote there', () => {
  const shapes = { share: { rows: ['low', 'high'], columns: ['mean'] } };
  const tables = { share: { unit: 'share', rows: [[0.25], [0.5]] } };
  writeTables('test-table', shapes, tables, run, folder);
  const path = join(folder, 'card.json');
  const card = JSON.parse(readFileSync(path, 'utf8'));
  const written = {
    intendedUse: 'To test.',
    limits: ['None known.'],
    features: [{ name: 'share', unit: 'of one' }],
  };
  writeFileSync(path, JSON.stringify({ ...card, ...written }));
  writeTables('test-table', shapes, tables, { ...run, version: 'test-2', metrics: { AUC: 0.75 } }, folder);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    ...written,
    version: 'test-2',
    metrics: { AUC: 0.75 },
  });
  expect(loadTables('test-table', shapes, folder).share).toEqual([[0.25], [0.5]]);
});
