/** An operator's model as one more element of `model_results`, and one more vote. */
import { rounded } from '../../../numbers/rounded.js';
import type { AddedModel } from '../results/result.js';
import type { Answer } from '../results/verdicts.js';
import type { ClassifiedWindows } from './kernels.js';
import type { OperatorManifest } from './manifest.js';

export function operatorAnswer(manifest: OperatorManifest, windows: ClassifiedWindows): AddedModel {
  const { labels } = manifest;
  const mean = labels.map(
    (_, label) => windows.reduce((sum, window) => sum + window[label]!, 0) / windows.length,
  );
  const answers = windows.map((window) => likeliest(labels, window));
  const fakeAt = labels.indexOf('fake');
  const votes = fakeAt >= 0 && manifest.weight > 0;
  return {
    element: {
      segment_analysis: {
        prediction: answers.map(({ prediction }) => prediction),
        confidence: answers.map(({ confidence }) => confidence),
      },
      overall_analysis: { ...likeliest(labels, mean) },
      config: {
        model_id: manifest.id,
        analysis_focus: manifest.focus,
        task: manifest.task,
        num_classes: labels.length,
        labels: [...labels],
      },
    },
    fake: votes ? mean[fakeAt]! : null,
    weight: manifest.weight,
  };
}

function likeliest(labels: readonly string[], probabilities: readonly number[]): Answer {
  const best = probabilities.indexOf(Math.max(...probabilities));
  return { prediction: labels[best]!, confidence: rounded(probabilities[best]!) };
}
