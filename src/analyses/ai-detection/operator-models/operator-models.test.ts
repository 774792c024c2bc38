import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Compute, KernelTools, PcmStream } from '../../../domain/compute.js';
import type { FileDeclarations } from '../../../domain/file-declarations.js';
import type { JsonObject } from '../../../domain/task.js';
import { createAiDetection } from '../ai-detection.js';
import { measureKernelName } from '../kernel.js';
import { sampleMeasurement } from '../test-support/sample-measurement.js';
import { findOperatorModels } from './find-models.js';
import { type ClassifyInput, classifyKernel, classifyKernelName } from './kernels.js';
import { logMel, melFrames } from './mel-input.js';
import { earManifest } from './test-support/ear-manifest.js';
import { linearOnnx } from './test-support/tiny-onnx.js';

const windowSamples = 4000;
/** Says "fake" where the samples are positive, "real" where they are negative. */
const model = linearOnnx(
  [1, windowSamples],
  Float32Array.from({ length: windowSamples * 2 }, (_, index) => (index % 2 === 0 ? -0.01 : 0.01)),
  new Float32Array(2),
);
const goodManifest = earManifest(model);

let modelsDir: string;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));

function install(changes: object = {}, bytes: Buffer = model, folder = 'ear'): void {
  const path = join(modelsDir, 'ai-detection', folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'ear.onnx'), bytes);
  writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...goodManifest, ...changes }));
}

const constant = (value: number, samples: number): PcmStream => ({
  sampleRateHz: 8000,
  channels: 1,
  async *[Symbol.asyncIterator]() {
    for (let at = 0; at < samples; at += 777) yield new Float32Array(Math.min(777, samples - at)).fill(value);
  },
});
const toolsHearing = (value: number, samples: number): KernelTools => ({
  decode: async () => constant(value, samples),
  progress: () => undefined,
  modelsDir,
});

describe('an operator’s classifier', () => {
  it('joins the ensemble as one more model, from its folder alone', async () => {
    install();
    const operatorModels = await findOperatorModels(modelsDir);
    const run = async (kernel: string, input: unknown): Promise<unknown> => {
      if (kernel === measureKernelName) return sampleMeasurement(0.5);
      if (kernel === 'audio.declarations') {
        return { tags: {}, isOverTagBudget: false, contentCredentials: null } satisfies FileDeclarations;
      }
      expect(kernel).toBe(classifyKernelName);
      return classifyKernel.run(input as ClassifyInput, toolsHearing(0.5, 10_000));
    };
    const music = {
      musicId: '',
      title: '',
      artist: '',
      filename: 'a.wav',
      path: 'a.wav',
      sha256: '',
      durationSeconds: 2,
    };
    const request = {
      accountId: '',
      taskId: '',
      model: 'standard',
      variant: 'music',
      music,
      parameters: {},
    } as const;
    const { result } = await createAiDetection({ operatorModels }).run(request, {
      compute: { run } as unknown as Compute,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    const body = (result as { 'a.wav': { final_result: JsonObject; model_results: JsonObject[] } })['a.wav'];
    expect(body.model_results).toHaveLength(5);
    expect(body.model_results[4]).toMatchObject({
      overall_analysis: { prediction: 'fake' },
      segment_analysis: { prediction: ['fake', 'fake', 'fake'] },
      config: { model_id: 'house_ear', num_classes: 2, labels: ['real', 'fake'] },
    });
    expect(body.final_result.prediction).toBe('fake');
  });

  it('hears what the file holds', async () => {
    install();
    const [operatorModel] = await findOperatorModels(modelsDir);
    const input = { path: '', model: operatorModel! };
    const windows = await classifyKernel.run(input, toolsHearing(-0.5, 8000));
    expect(windows).toHaveLength(2);
    expect(windows[0]![0]).toBeGreaterThan(0.99);
  });

  it('may eat a mel spectrogram', async () => {
    const input = {
      kind: 'mel',
      sampleRateHz: 8000,
      windowSeconds: 0.5,
      windowSamples: 512,
      hopSamples: 256,
      bands: 20,
      lowestHz: 0,
      highestHz: 4000,
    } as const;
    const size = 20 * melFrames(input);
    const bytes = linearOnnx(
      [1, 20, melFrames(input)],
      new Float32Array(size * 2),
      Float32Array.from([0, 1]),
    );
    install({ input, sha256: createHash('sha256').update(bytes).digest('hex') }, bytes);
    expect(await findOperatorModels(modelsDir)).toHaveLength(1);
    const tone = Float32Array.from({ length: 4000 }, (_, n) => Math.sin((2 * Math.PI * 1000 * n) / 8000));
    const frames = melFrames(input);
    const mel = await logMel(tone, input);
    const firstFrame = Array.from({ length: 20 }, (_, band) => mel[band * frames]!);
    const loudest = firstFrame.indexOf(Math.max(...firstFrame));
    // 1 kHz is 1000 mel of 2146 at 4 kHz: band 1000 / (2146 / 21) − 1, about the ninth.
    expect(loudest).toBe(9);
  });

  it('is absent where there is no folder', async () => {
    expect(await findOperatorModels(modelsDir)).toEqual([]);
  });
});

describe('a broken or lying manifest is refused with the reason', () => {
  it.each([
    ['another file than it names', { sha256: '0'.repeat(64) }, /SHA-256/],
    [
      'labels the model has no outputs for',
      { labels: ['real', 'fake', 'ai_cover'] },
      /2 numbers for 3 labels/,
    ],
    ['a vote without the label "fake"', { labels: ['human', 'machine'] }, /label "fake"/],
    [
      'a window of another length',
      { input: { kind: 'waveform', sampleRateHz: 8000, windowSeconds: 1 } },
      /trial run/,
    ],
    ['logits sold as probabilities', { output: 'probabilities' }, /probabilities/],
    ['the id of an embedded model', { id: 'model_0' }, /embedded/],
    ['a file outside its folder', { file: '../ear.onnx' }, /file/],
    ['an unknown field', { wieght: 1 }, /wieght/],
  ])('%s', async (_, changes, reason) => {
    install(changes);
    await expect(findOperatorModels(modelsDir)).rejects.toThrow(reason);
  });

  it('a file that is no model', async () => {
    const bytes = Buffer.from('not a model');
    install({ sha256: createHash('sha256').update(bytes).digest('hex') }, bytes);
    await expect(findOperatorModels(modelsDir)).rejects.toThrow(/no usable ONNX/);
  });

  it('two models of one id', async () => {
    install();
    install({}, model, 'other');
    await expect(findOperatorModels(modelsDir)).rejects.toThrow(/taken/);
  });
});
