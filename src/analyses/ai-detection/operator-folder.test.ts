import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Compute } from '../../domain/compute.js';
import { ConfigError } from '../../domain/config-error.js';
import { embeddedOdds } from './evidence/embedded.js';
import { operatorCalibrationFormat, operatorModelFormat } from './evidence/operator-files.js';
import { operatorAiDetection } from './operator-folder.js';
import { checkModelsKernel, checkModelsKernelName } from './operator-models/kernels.js';
import { earManifest } from './operator-models/test-support/ear-manifest.js';
import { linearOnnx } from './operator-models/test-support/tiny-onnx.js';

let modelsDir: string;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));

/** Runs the kernel here, as a compute process would. */
const compute: Compute = {
  async run<Output>(kernel: string): Promise<Output> {
    expect(kernel).toBe(checkModelsKernelName);
    const tools = { decode: () => Promise.reject(), progress: () => undefined, modelsDir };
    return (await checkModelsKernel.run(null, tools)) as Output;
  },
};
const idle: Compute = { run: () => Promise.reject(new Error('no kernel should run')) };

function write(name: string, content: unknown): void {
  const path = join(modelsDir, 'ai-detection', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
}

function installModel(changes: object = {}): void {
  const onnx = linearOnnx([1, 4000], new Float32Array(8000), new Float32Array(2));
  write('ear/ear.onnx', onnx);
  write('ear/manifest.json', { ...earManifest(onnx), weight: 1, ...changes });
}
const card = {
  madeAt: '2026-01-02T03:04:05Z',
  heldOut: [],
  recordings: 20,
  falseAlarmRate: 0,
  falseAlarmInterval: [0, 0.16],
};
const { model: embedded, calibration: embeddedCalibration } = embeddedOdds();
const model = {
  format: operatorModelFormat,
  formatVersion: 1,
  model: { ...embedded, version: 'house-7' },
  calibration: { ...embeddedCalibration, modelVersion: 'house-7', version: 'house-7, 5 in 1,000' },
  card,
};
const calibration = {
  format: operatorCalibrationFormat,
  formatVersion: 1,
  calibration: { ...embeddedCalibration, version: 'house-catalogue', falseAlarmsPer1000: 1 },
  card,
};

describe('what an operator adds to AI detection', () => {
  it('is nothing where there is no folder, and no compute process is started to find that out', async () => {
    expect(await operatorAiDetection(idle, modelsDir)).toEqual({ operatorModels: [] });
  });

  it('is a classifier, a model and names, from their files alone', async () => {
    installModel();
    write('model.json', model);
    write('generator-names.json', { genA: 'Alpha' });
    const options = await operatorAiDetection(compute, modelsDir);
    expect(options.operatorModels!.map(({ manifest }) => manifest.id)).toEqual(['house_ear']);
    expect(options.odds!.model.version).toBe('house-7');
    expect(options.generatorNames).toEqual({ genA: 'Alpha' });
  });

  it('is a calibration of the embedded model, which then uses its budget of false alarms', async () => {
    write('calibration.json', calibration);
    const { odds } = await operatorAiDetection(idle, modelsDir);
    expect(odds!.model).toEqual(embedded);
    expect(odds!.calibration.falseAlarmsPer1000).toBe(1);
  });

  it('is refused with the place and the reason where a manifest lies', async () => {
    installModel({ sha256: '0'.repeat(64) });
    const refused = operatorAiDetection(compute, modelsDir);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/ear is refused: ear\.onnx has SHA-256/);
  });

  it.each([
    ['model.json', { ...model, formatVersion: 2 }, /model\.json is refused: .*formatVersion/s],
    ['model.json', Buffer.from('{'), /model\.json is refused: .*JSON/],
    [
      'model.json',
      { ...model, model: { ...model.model, features: model.model.features.slice(1) } },
      /model\.json is refused: .*this version measures evidence/,
    ],
    [
      'calibration.json',
      { ...calibration, calibration: { ...calibration.calibration, modelVersion: 'other' } },
      /calibration\.json is refused: .*Run `contrafact calibrate ai-detection` again/,
    ],
    ['heads.json', { version: 'house-1' }, /heads\.json is refused: .*earlier version.*contrafact train/],
    ['generator-names.json', { genZ: 'Zeta' }, /generator-names\.json is refused: .*genZ/],
    ['generator-names.json', ['Alpha'], /must be a JSON object/],
  ])('is refused where %s is broken', async (name, content, reason) => {
    write(name, content);
    await expect(operatorAiDetection(idle, modelsDir)).rejects.toThrow(reason);
  });
});
