/** The documented result of AI detection, whichever of its three outer forms it has. */

export interface ModelResult {
  segment_analysis?: { prediction: unknown[]; confidence: unknown[] };
  overall_analysis?: {
    prediction: string | string[];
    confidence: number | Record<string, number>;
    all_probs?: Record<string, number>;
  };
  config: { model_id: string; analysis_focus: string; task: string; labels: string[] };
}

export interface AiResult {
  final: { prediction: string; confidence: number } | null;
  models: ModelResult[];
}

export function aiResult(result: unknown): AiResult | null {
  if (typeof result !== 'object' || result === null) return null;
  const direct = result as { final_result?: AiResult['final']; model_results?: ModelResult[] };
  if (Array.isArray(direct.model_results)) {
    return { final: direct.final_result ?? null, models: direct.model_results };
  }
  // One key, the file's name; below it an object, or in the file variant the array itself.
  const inner: unknown = Object.values(result)[0];
  if (Array.isArray(inner)) return { final: null, models: inner as ModelResult[] };
  return typeof inner === 'object' && inner !== null && 'model_results' in inner ? aiResult(inner) : null;
}
