import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSequenceNetwork } from '../../signal/sequence-network.js';
import { sequenceNetwork, weightCount } from '../../signal/sequence-weights.js';
import { networkFile } from './network-file.js';
import { loadSequenceNetworks } from './sequence-network-file.js';

const names = ['height', 'length'];
const output = 'log-odds';
const shape = { hidden: 3, dilations: [1], mean: [1, 0], deviation: [2, 1], limit: 5 };
const weights = (seed: number): Float32Array =>
  Float32Array.from({ length: weightCount(shape) }, (_, i) => Math.sin(seed + i));
const stored = (numbers: Float32Array): string => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeFloatLE(number, i * 4);
  return bytes.toString('base64');
};
const file = {
  format: 'contrafact-sequence-network',
  formatVersion: 1,
  id: 'small',
  version: '1',
  inputs: names.map((name, i) => ({ name, mean: shape.mean[i]!, deviation: shape.deviation[i]! })),
  limit: shape.limit,
  hidden: shape.hidden,
  dilations: shape.dilations,
  output,
  gain: 1.5,
  clearLogOdds: 1,
  networks: [stored(weights(1)), stored(weights(2))],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-model-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the file and a card that names its hash. */
function write(content: object): void {
  const text = JSON.stringify(content);
  writeFileSync(join(folder, networkFile), text);
  const card = {
    id: 'small',
    version: '1',
    intendedUse: 'A test.',
    limits: ['None.'],
    licence: 'Apache-2.0',
    features: names.map((name) => ({ name, unit: 'none' })),
    trainingCommand: null,
    seed: null,
    commit: '',
    trainedAt: '',
    data: [],
    metrics: {},
    files: { [networkFile]: createHash('sha256').update(text).digest('hex') },
  };
  writeFileSync(join(folder, 'card.json'), JSON.stringify(card));
}
const load = (inputs = names) => loadSequenceNetworks('small', inputs, output, folder);

describe('an embedded sequence network', () => {
  it('is loaded with every weight as it was written, and with its gain', () => {
    write(file);
    const { networks, gain } = load();
    const rows = Float32Array.of(1, 2, 3, 4, 5, 6);
    expect(networks.map((network) => [...runSequenceNetwork(network, rows)])).toEqual(
      [1, 2].map((seed) => [...runSequenceNetwork(sequenceNetwork(shape, weights(seed)), rows)]),
    );
    expect(gain).toBe(1.5);
  });

  it('is not loaded where one byte of it is another than the card names', () => {
    write(file);
    const text = readFileSync(join(folder, networkFile), 'utf8');
    writeFileSync(join(folder, networkFile), text.replace('1.5', '2.5'));
    expect(load).toThrow('has SHA-256');
  });

  it('is not loaded where a weight is missing or no number', () => {
    write({ ...file, networks: [stored(weights(1).slice(1))] });
    expect(load).toThrow('as many weights as');
    write({ ...file, networks: [stored(weights(1).fill(Number.NaN, 3, 4))] });
    expect(load).toThrow('a weight that is no number');
  });

  it('is not loaded where this version measures the same inputs in another order', () => {
    write(file);
    expect(() => load([...names].reverse())).toThrow('has height at place 0');
  });
});
