import { expect, it } from 'vitest';
import type { OperatorManifest } from './manifest.js';
import { operatorAnswer } from './model-answer.js';

const manifest = { id: 'own', labels: ['real', 'fake'], weight: 1 } as OperatorManifest;

it('an operator’s model answers for the whole by the mean of its windows, to four places whichever label leads', () => {
  const answer = (...windows: number[][]) => operatorAnswer(manifest, windows).element.overall_analysis;
  expect(answer([0.49, 0.51], [0.46, 0.54])).toEqual({ prediction: 'fake', confidence: 0.525 });
  expect(answer([0.6123, 0.3877])).toEqual({ prediction: 'real', confidence: 0.6123 });
  // Neither is rounded before they are compared.
  expect(answer([0.496, 0.504], [0.506, 0.494])).toEqual({ prediction: 'real', confidence: 0.501 });
});
