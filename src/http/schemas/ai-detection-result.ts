import { z } from 'zod';

const share = z.number().min(0).max(1);
const byLabel = z.record(z.string(), z.number());

const modelResult = z
  .looseObject({
    segment_analysis: z
      .looseObject({
        prediction: z.array(z.union([z.string(), z.array(z.string())])).describe('One entry a segment'),
        confidence: z.array(z.union([z.number(), byLabel])),
      })
      .optional(),
    overall_analysis: z
      .looseObject({
        prediction: z.union([z.string(), z.array(z.string())]),
        confidence: z.union([z.number(), byLabel]),
        all_probs: byLabel.optional(),
      })
      .optional(),
    config: z.looseObject({
      model_id: z.string(),
      analysis_focus: z.string(),
      task: z.string(),
      num_classes: z.int().optional(),
      labels: z.array(z.string()),
    }),
  })
  .meta({ id: 'AiModelResult' });

const analysis = z
  .looseObject({
    final_result: z.looseObject({ prediction: z.string(), confidence: share }),
    model_results: z.array(modelResult),
  })
  .meta({ id: 'AiDetectionAnalysis' });

export const aiDetectionResult = z
  .union([
    analysis.describe('`pro-v2`'),
    z
      .record(z.string(), z.union([analysis, z.array(modelResult)]))
      .describe(
        '`lite`, `standard`, `pro`: the filename is the only key; the `file` variant holds the array',
      ),
  ])
  .meta({ id: 'AiDetectionResult' });
