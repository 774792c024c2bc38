/** An operator's model as one more element of `model_results`, and one more vote. */
import { likeliest, rounded } from '../results/model-result.js';
import { type Reliability, tempered } from '../results/reliability.js';
import type { AddedModel } from '../results/result.js';
import type { ClassifiedWindows } from './kernels.js';
import type { OperatorManifest } from './manifest.js';

export function operatorAnswer(
  manifest: OperatorManifest,
  windows: ClassifiedWindows,
  reliability: Reliability,
): AddedModel {
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
      overall_analysis: { ...likeliest(labels, mean.map(rounded)) },
      config: {
        model_id: manifest.id,
        analysis_focus: manifest.focus,
        task: manifest.task,
        num_classes: labels.length,
        labels: [...labels],
      },
    },
    fake: votes ? tempered(Math.min(0.999, Math.max(0.001, mean[fakeAt]!)), reliability) : null,
    weight: manifest.weight,
  };
}
