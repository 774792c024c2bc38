/** The documented result of AI detection, whichever of its three outer forms it has. */

import type { AiDetectionAnalysis, AiModelResult } from '../api/contract.js';

export interface AiResult {
  final: AiDetectionAnalysis['final_result'] | null;
  models: AiModelResult[];
}

export function aiResult(result: unknown): AiResult | null {
  if (typeof result !== 'object' || result === null) return null;
  const direct = result as Partial<AiDetectionAnalysis>;
  if (Array.isArray(direct.model_results)) {
    return { final: direct.final_result ?? null, models: direct.model_results };
  }
  // One key, the file's name; below it an object, or in the file variant the array itself.
  const inner: unknown = Object.values(result)[0];
  if (Array.isArray(inner)) return { final: null, models: inner as AiModelResult[] };
  return typeof inner === 'object' && inner !== null && 'model_results' in inner ? aiResult(inner) : null;
}
