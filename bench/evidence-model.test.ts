import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FalseAlarmCalibration } from '../src/models/calibration.js';
import { loadEvidence } from '../src/models/embedded-evidence.js';
import { type EvidenceModel, evidenceModelFormat } from '../src/models/evidence-model.js';
import { writeEvidenceModel } from './evidence-model.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-evidence-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const model: EvidenceModel = {
  format: evidenceModelFormat,
  formatVersion: 1,
  id: 'sample-evidence',
  version: 'sample-1',
  bias: -1,
  features: [{ name: 'length', unit: 'words', direction: 'rising', knots: [0, 10], steps: [4] }],
};
const calibration: FalseAlarmCalibration = {
  format: 'contrafact-calibration',
  formatVersion: 1,
  model: 'sample-evidence',
  modelVersion: 'sample-1',
  version: 'sample-1, 5 in 1,000',
  falseAlarmsPer1000: 5,
  deciles: [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0],
  tailDecay: 1,
  slope: 1,
  offset: 0,
  cases: 100,
  groups: 10,
};
const run = {
  intendedUse: 'A test.',
  limits: ['Only a test.'],
  trainingCommand: 'npm run bench',
  seed: 7,
  metrics: { AUC: 0.75 },
  groups: [
    { group: 'songs', isPositive: true, measured: [[1], [2]] },
    { group: 'noise', isPositive: false, measured: [[3]] },
  ],
};

it('what was written is loaded: the model, its calibration, and a card of what was fitted on', () => {
  expect(writeEvidenceModel({ model, calibration }, run, folder)).toBe(folder);
  const loaded = loadEvidence('sample-evidence', ['length'], folder);
  expect(loaded.model).toEqual(model);
  expect(loaded.calibration).toEqual(calibration);
  expect(loaded.card).toMatchObject({
    version: 'sample-1',
    seed: 7,
    metrics: { AUC: 0.75 },
    features: [{ name: 'length', unit: 'words', direction: 'rising' }],
    data: [
      { group: 'songs', isPositive: true, cases: 2 },
      { group: 'noise', isPositive: false, cases: 1 },
    ],
  });
});

it('the hash of a group depends on what was measured, not on the order of its cases', () => {
  const hashOf = (measured: number[][]): string => {
    writeEvidenceModel({ model, calibration }, { ...run, groups: [{ group: 'songs', measured }] }, folder);
    return loadEvidence('sample-evidence', ['length'], folder).card.data[0]!.sha256;
  };
  expect(hashOf([[2], [1]])).toBe(hashOf([[1], [2]]));
  expect(hashOf([[1], [4]])).not.toBe(hashOf([[1], [2]]));
});

it('weights that were changed afterwards are refused, by name', () => {
  writeEvidenceModel({ model, calibration }, run, folder);
  const weights = join(folder, 'weights.json');
  writeFileSync(weights, readFileSync(weights, 'utf8').replace('-1', '-2'));
  expect(() => loadEvidence('sample-evidence', ['length'], folder)).toThrow('weights.json has SHA-256');
});

it('a card without limits is refused before a file is written', () => {
  expect(() => writeEvidenceModel({ model, calibration }, { ...run, limits: [] }, folder)).toThrow();
  expect(() => readFileSync(join(folder, 'weights.json'))).toThrow('ENOENT');
});
