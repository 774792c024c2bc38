/** Runs an operator's classifier: one window of sound in, a probability a label out. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OperatorModel, OperatorModelError } from './manifest.js';
import { logMel, melFrames } from './mel-input.js';

export interface Classifier {
  readonly windowSamples: number;
  /** `samples` has `windowSamples` mono samples. */
  classify(samples: Float32Array): Promise<number[]>;
}

/**
 * Loads a model and proves its manifest on a window of silence.
 * @throws OperatorModelError where the file is missing, is another than the manifest says, does not load, or does
 *   not give one finite number a label
 */
export async function openClassifier({ folder, manifest }: OperatorModel): Promise<Classifier> {
  const { input, labels, output } = manifest;
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, manifest.file));
  } catch {
    throw new OperatorModelError(folder, `${manifest.file} cannot be read`);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== manifest.sha256) {
    throw new OperatorModelError(folder, `${manifest.file} has SHA-256 ${sha256}, not the manifest's`);
  }
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
  }).catch((error: Error) => {
    throw new OperatorModelError(folder, `${manifest.file} is no usable ONNX model (${error.message})`);
  });
  const [inputName, outputName] = [session.inputNames[0], session.outputNames[0]];
  if (session.inputNames.length !== 1 || inputName === undefined || outputName === undefined) {
    throw new OperatorModelError(
      folder,
      `the model must have one input; it has ${session.inputNames.length}`,
    );
  }
  const windowSamples = Math.round(input.windowSeconds * input.sampleRateHz);

  async function classify(samples: Float32Array): Promise<number[]> {
    const tensor =
      input.kind === 'waveform'
        ? new Tensor('float32', samples, [1, windowSamples])
        : new Tensor('float32', await logMel(samples, input), [1, input.bands, melFrames(input)]);
    const values = Array.from(
      (await session.run({ [inputName!]: tensor }))[outputName!]!.data as Float32Array,
    );
    if (values.length !== labels.length || !values.every(Number.isFinite)) {
      throw new OperatorModelError(
        folder,
        `the model gives ${values.length} numbers for ${labels.length} labels`,
      );
    }
    return output === 'logits' ? softmax(values) : asProbabilities(folder, values);
  }

  await classify(new Float32Array(windowSamples)).catch((error: Error) => {
    if (error instanceof OperatorModelError) throw error;
    throw new OperatorModelError(folder, `a trial run failed (${error.message})`);
  });
  return { windowSamples, classify };
}

function softmax(values: readonly number[]): number[] {
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function asProbabilities(folder: string, values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (values.some((value) => value < -1e-6) || Math.abs(total - 1) > 0.01) {
    throw new OperatorModelError(folder, 'its output is declared as probabilities, but is none');
  }
  return values.map((value) => Math.max(0, value));
}
