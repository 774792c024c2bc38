import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedCalibration } from '../analyses/ai-detection/heads/calibration.js';
import { headsFormat } from '../analyses/ai-detection/heads/heads-file.js';
import {
  checkModelsKernel,
  checkModelsKernelName,
} from '../analyses/ai-detection/operator-models/kernels.js';
import { earManifest } from '../analyses/ai-detection/operator-models/test-support/ear-manifest.js';
import { linearOnnx } from '../analyses/ai-detection/operator-models/test-support/tiny-onnx.js';
import type { Compute } from '../analyses/analysis.js';
import { ConfigError } from '../config.js';
import { operatorAiDetection } from './ai-detection.js';

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
const heads = {
  format: headsFormat,
  formatVersion: 2,
  version: 'house-7',
  heads: embeddedCalibration.heads,
  card: { trainedAt: '2026-01-02T03:04:05Z', fakeExamples: 1, realExamples: 1, heldOut: [] },
};

describe('what an operator adds to AI detection', () => {
  it('is nothing where there is no folder, and no compute process is started to find that out', async () => {
    expect(await operatorAiDetection(idle, modelsDir)).toEqual({ operatorModels: [] });
  });

  it('is a classifier, heads and names, from their files alone', async () => {
    installModel();
    write('heads.json', heads);
    write('generator-names.json', { genA: 'Alpha' });
    const options = await operatorAiDetection(compute, modelsDir);
    expect(options.operatorModels!.map(({ manifest }) => manifest.id)).toEqual(['house_ear']);
    expect(options.calibration!.version).toBe('house-7');
    expect(options.generatorNames).toEqual({ genA: 'Alpha' });
  });

  it('is refused with the place and the reason where a manifest lies', async () => {
    installModel({ sha256: '0'.repeat(64) });
    const refused = operatorAiDetection(compute, modelsDir);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/ear is refused: ear\.onnx has SHA-256/);
  });

  it.each([
    ['heads.json', { ...heads, formatVersion: 1 }, /heads\.json is refused: .*formatVersion/s],
    ['heads.json', Buffer.from('{'), /heads\.json is refused: .*JSON/],
    ['generator-names.json', { genZ: 'Zeta' }, /generator-names\.json is refused: .*genZ/],
    ['generator-names.json', ['Alpha'], /must be a JSON object/],
  ])('is refused where %s is broken', async (name, content, reason) => {
    write(name, content);
    await expect(operatorAiDetection(idle, modelsDir)).rejects.toThrow(reason);
  });
});
