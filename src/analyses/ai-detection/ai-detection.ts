/** The analysis `ai-detection`: one kernel call, then judgement, which is arithmetic on a few numbers. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError } from '../../domain/compute.js';
import { verdictToJson } from '../../domain/finding.js';
import type { GeneratorNames } from '../../domain/labels.js';
import type { JsonObject } from '../../domain/task.js';
import type { Analysis } from '../analysis.js';
import { embeddedOdds } from './evidence/embedded.js';
import type { OddsData } from './evidence/odds.js';
import { type MeasureInput, measureKernelName } from './kernel.js';
import type { Measurement } from './measurement.js';
import { type ClassifyInput, classifyKernelName } from './operator-models/kernels.js';
import type { OperatorModel } from './operator-models/manifest.js';
import { operatorAnswer } from './operator-models/model-answer.js';
import { declaredToJson } from './provenance/declared.js';
import { toJson } from './results/evidence.js';
import { type ProductName, productNames } from './results/products.js';
import { type AddedModel, documentedResult, judge } from './results/result.js';

export interface AiDetectionOptions {
  /** An operator's own model or calibration; what comes with the program where absent. */
  readonly odds?: OddsData;
  /** The operator's classifiers, as `ai-detection.check-models` accepted them. */
  readonly operatorModels?: readonly OperatorModel[];
  /** Display names of the generators. */
  readonly generatorNames?: GeneratorNames;
}

function isProduct(model: string): model is ProductName {
  return (productNames as readonly string[]).includes(model);
}

export function createAiDetection(options: AiDetectionOptions = {}): Analysis {
  const { odds = embeddedOdds(), operatorModels = [] } = options;
  return {
    operation: 'ai-detection',
    async run({ model, music, variant }, { compute, signal, progress }) {
      if (!isProduct(model))
        throw new AnalysisError(`Unknown model "${model}": use ${productNames.join(', ')}.`);
      if (music === null) throw new AnalysisError('AI detection needs music.');
      const input: MeasureInput = { path: music.path, durationSeconds: music.durationSeconds };
      let measurement: Measurement;
      try {
        measurement = await compute.run(measureKernelName, input, {
          signal,
          onProgress: progress,
        });
      } catch (error) {
        if (error instanceof ComputeError && error.failure === 'bad-input')
          throw new AnalysisError(error.message);
        throw error;
      }
      const added: AddedModel[] = [];
      for (const operatorModel of operatorModels) {
        if (!operatorModel.manifest.products.includes(model)) continue;
        const classifyInput: ClassifyInput = { path: music.path, model: operatorModel };
        const windows = await compute.run(classifyKernelName, classifyInput, { signal });
        added.push(operatorAnswer(operatorModel.manifest, windows));
      }
      const judged = judge(model, measurement, odds, options.generatorNames, added);
      const declared = await compute.run('audio.declarations', { path: music.path }, { signal });
      const detail: JsonObject = {
        verdict: verdictToJson(judged.verdict),
        declared: declaredToJson(declared),
        abstained: judged.abstained,
        priors: judged.priors,
        evidence: toJson(judged.evidence),
      };
      return { result: documentedResult(model, variant, music.filename, judged), detail };
    },
  };
}
