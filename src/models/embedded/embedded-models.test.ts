import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedDir } from '../embedded-evidence.js';
import { loadFile } from './load-model.js';
import { loadNetwork, networkFile } from './network-file.js';
import { loadTables, tableFile } from './table-file.js';

interface Network {
  inputs: { name: string }[];
  hiddenLayer: { weights: number[] }[];
}
interface Card {
  features: { name: string }[];
  files: Record<string, string>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-model-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Content;

/** Writes a changed file with the hash of it in the card. */
function rewrite(name: string, content: object): void {
  const text = JSON.stringify(content);
  writeFileSync(join(folder, name), text);
  const card = read<Card>('card.json');
  card.files[name] = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(folder, 'card.json'), JSON.stringify(card));
}

describe('an embedded network', () => {
  let names: string[];
  const outputs = ['log-odds-of-voice'];
  const load = () => loadNetwork('voice-presence-network', names, outputs, folder);
  beforeEach(() => {
    cpSync(join(embeddedDir, 'voice-presence-network'), folder, { recursive: true });
    names = read<Network>(networkFile).inputs.map(({ name }) => name);
  });

  it('is loaded with its weights row by row', () => {
    const { network } = load();
    const file = read<Network>(networkFile);
    expect([...network.hidden]).toEqual(file.hiddenLayer.flatMap(({ weights }) => weights.map(Math.fround)));
    expect(network.inputs).toBe(names.length);
  });

  it('is not loaded where one byte of it is another than the card names', () => {
    const text = readFileSync(join(folder, networkFile), 'utf8');
    writeFileSync(join(folder, networkFile), text.replace('"version": "', '"version": "x'));
    expect(load).toThrow('has SHA-256');
  });

  it('is not loaded where this version measures the same features in another order', () => {
    [names[3], names[4]] = [names[4]!, names[3]!];
    expect(load).toThrow(
      /has cepstrum-1-mean at place 3; this version of the program has cepstrum-1-deviation/,
    );
  });

  it('is not loaded where its inputs are in another order than its card says', () => {
    const file = read<Network>(networkFile);
    file.inputs.reverse();
    rewrite(networkFile, file);
    expect(load).toThrow('at place 0');
  });

  it('is not loaded where a unit lacks a weight', () => {
    const file = read<Network>(networkFile);
    file.hiddenLayer[2]!.weights.pop();
    rewrite(networkFile, file);
    expect(load).toThrow('a weight for every input');
  });

  it('is not loaded for another model or for other outputs', () => {
    expect(() => loadNetwork('bar-network', names, outputs, folder)).toThrow('not bar-network');
    expect(() => loadNetwork('voice-presence-network', names, ['voice'], folder)).toThrow('output');
  });
});

describe('an embedded table', () => {
  const shapes = { song: { rows: ['log-odds'], columns: ['slope', 'offset'] } };
  const load = (columns = shapes.song.columns) =>
    loadTables('voice-presence-calibration', { song: { ...shapes.song, columns } }, folder);
  beforeEach(() => cpSync(join(embeddedDir, 'voice-presence-calibration'), folder, { recursive: true }));

  it('is loaded with its rows in order, and not with other columns', () => {
    const { tables } = read<{ tables: { rows: { values: number[] }[] }[] }>(tableFile);
    expect(load().song).toEqual(tables[0]!.rows.map(({ values }) => values));
    expect(() => load(['offset', 'slope'])).toThrow('has slope at place 0');
  });
});

describe('an embedded file in a format of its own', () => {
  const names = ['mix-bands', 'centre-bands', 'note-contours'];
  const load = () => loadFile('vocal-pitch-network', 'network.onnx', names, folder);
  beforeEach(() => cpSync(join(embeddedDir, 'vocal-pitch-network'), folder, { recursive: true }));

  it('is loaded as it is, and not where one byte of it is another', () => {
    const bytes = readFileSync(join(folder, 'network.onnx'));
    expect(load().length).toBe(bytes.length);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(folder, 'network.onnx'), bytes);
    expect(load).toThrow('has SHA-256');
  });

  it('is not loaded for another model, nor where this version measures other features', () => {
    expect(() => loadFile('bar-network', 'network.onnx', names, folder)).toThrow(
      'holds the model vocal-pitch-network',
    );
    expect(() => loadFile('vocal-pitch-network', 'network.onnx', names.slice(1), folder)).toThrow(
      'has mix-bands at place 0',
    );
  });
});
