/** `final_result`: the verdict in the documented shape. */

import type { JsonObject } from '../../../domain/task.js';
import { rounded } from '../../../numbers/rounded.js';
import type { Judged } from './verdict.js';

/** `abstained: true` stands there only where the verdict is "cannot tell" or "possible". */
export function finalResult({ finding, probability }: Judged): JsonObject {
  if (finding === 'found') return { prediction: 'fake', confidence: probability };
  const confidence = Math.max(0.5, rounded(1 - probability));
  if (finding === 'not_found') return { prediction: 'real', confidence };
  // No answer: the confidence stays near one half.
  return { prediction: 'real', confidence: Math.min(0.59, confidence), abstained: true };
}
