/** Kernels of the operator's classifiers: check them at start, run one on a file. */
import { ComputeError, type Kernel, type PcmStream } from '../../../domain/compute.js';
import { type Classifier, openClassifier } from './classifier.js';
import { findOperatorModels } from './find-models.js';
import { type OperatorModel, OperatorModelError } from './manifest.js';

export const checkModelsKernelName = 'ai-detection.check-models';
export const classifyKernelName = 'ai-detection.classify';

export interface ClassifyInput {
  readonly path: string;
  readonly model: OperatorModel;
}

/** Probabilities of each window, in the order of the manifest's labels. */
export type ClassifiedWindows = number[][];

const open = new Map<string, Promise<Classifier>>();

/** A model is loaded once a process, at its first use. */
function classifierOf(model: OperatorModel): Promise<Classifier> {
  const key = `${model.folder}:${model.manifest.sha256}`;
  const known = open.get(key) ?? openClassifier(model);
  open.set(key, known);
  return known;
}

export const checkModelsKernel: Kernel<null, OperatorModel[]> = {
  name: checkModelsKernelName,
  async run(_input, { modelsDir }) {
    try {
      return await findOperatorModels(modelsDir);
    } catch (error) {
      // Only the message crosses to the operator, not where in this program it was thrown.
      if (error instanceof OperatorModelError) throw new ComputeError('bad-input', error.message);
      throw error;
    }
  },
};

export const classifyKernel: Kernel<ClassifyInput, ClassifiedWindows> = {
  name: classifyKernelName,
  async run({ path, model }, tools) {
    const classifier = await classifierOf(model);
    const pcm = await tools.decode(path, { sampleRateHz: model.manifest.input.sampleRateHz, channels: 1 });
    return classifyStream(pcm, classifier);
  },
};

/** Whole windows; the rest is padded with silence where it is at least half a window, or all there is. */
export async function classifyStream(pcm: PcmStream, classifier: Classifier): Promise<ClassifiedWindows> {
  const results: ClassifiedWindows = [];
  const window = new Float32Array(classifier.windowSamples);
  let filled = 0;
  for await (const chunk of pcm) {
    for (let at = 0; at < chunk.length; ) {
      const take = Math.min(chunk.length - at, window.length - filled);
      window.set(chunk.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled === window.length) {
        results.push(await classifier.classify(window.slice()));
        filled = 0;
      }
    }
  }
  if (filled >= window.length / 2 || results.length === 0) {
    results.push(await classifier.classify(window.fill(0, filled).slice()));
  }
  return results;
}
