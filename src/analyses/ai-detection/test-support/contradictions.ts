/** Whether the parts of a documented result agree with its final result: counted over every product. */
import type { OddsData } from '../evidence/odds.js';
import type { Measurement } from '../measurement.js';
import { productNames } from '../results/products.js';
import { judge } from '../results/result.js';

interface Part {
  readonly overall_analysis?: { readonly prediction: string | readonly string[] };
  readonly segment_analysis?: { readonly prediction: readonly (string | readonly string[])[] };
  readonly config: { readonly model_id: string };
}

const isReal = (prediction: string | readonly string[]): boolean => String(prediction) === 'real';

/** What contradicts what, in words; empty where all parts agree. */
export function contradictionsIn(measurement: Measurement, data: OddsData): string[] {
  return productNames.flatMap((product) => {
    const { finalResult, modelResults, verdict } = judge(product, measurement, data);
    const real = finalResult.prediction === 'real';
    const found: string[] = [];
    if (real === (verdict.finding === 'found')) found.push(`${product}: final_result against the verdict`);
    // Results are typed as JSON; these are the models' parts of one.
    for (const {
      overall_analysis: overall,
      segment_analysis: segments,
      config,
    } of modelResults as unknown as Part[] /* JSON, as above */) {
      const name = `${product} ${config.model_id}`;
      // A generator is named, or none; it is no statement about real or fake.
      if (overall && config.model_id !== 'fake_model_classifier' && isReal(overall.prediction) !== real)
        found.push(`${name}: overall against final_result`);
      const parts = segments?.prediction ?? [];
      if (parts.length === 0) continue;
      const fake = parts.filter((one) => !isReal(one)).length;
      if (real && 2 * fake > parts.length) found.push(`${name}: most segments fake in a real track`);
      if (!real && fake === 0) found.push(`${name}: no segment fake in a fake track`);
    }
    return found;
  });
}
