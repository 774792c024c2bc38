/** Every case judged by heads that never saw its group, and by the shipped ones. */
import { type Calibration, embeddedCalibration } from '../../src/analyses/ai-detection/calibration.js';
import { trackFeatures } from '../../src/analyses/ai-detection/heads.js';
import { type ProductName, productNames } from '../../src/analyses/ai-detection/products.js';
import { judge } from '../../src/analyses/ai-detection/result.js';
import { type TrainedHeads, trainHeads } from '../../src/analyses/ai-detection/train-heads.js';
import type { Case } from './cases.js';
import { conditions } from './conditions.js';

export interface JudgedCase {
  readonly isFake: boolean;
  readonly group: string;
  readonly file: string;
  readonly condition: string;
  readonly baseline: number | undefined;
  /** The product's probability of "fake", from heads that never saw this group. */
  readonly byProduct: Readonly<Record<ProductName, number>>;
  /** `<product> <model id>` → probability of "fake", likewise. */
  readonly byModel: Readonly<Record<string, number>>;
  /** Whether the product as shipped calls it fake. */
  readonly shippedCallsFake: Readonly<Record<ProductName, boolean>>;
  readonly shippedAbstains: boolean;
}

/** What a case is held out with: its generator, or its recording. */
export const heldOutGroup = ({ isFake, group, file }: Case): string => (isFake ? group : file);

/** Fits on the first condition only: nothing of the others is used for choosing. */
export function fitOn(cases: readonly Case[]): TrainedHeads {
  const plain = cases.filter(({ condition }) => condition === conditions[0]!.name);
  return trainHeads(
    plain.map((one) => ({
      features: trackFeatures(one.measurement),
      isFake: one.isFake,
      group: heldOutGroup(one),
    })),
  );
}

export function judgeCases(cases: readonly Case[], trained: TrainedHeads): JudgedCase[] {
  return cases.map((one) => {
    const heads = trained.headsWithout(heldOutGroup(one), one.isFake);
    const calibration: Calibration = { ...embeddedCalibration, heads };
    const byProduct: Record<string, number> = {};
    const byModel: Record<string, number> = {};
    const shipped: Record<string, boolean> = {};
    let shippedAbstains = false;
    for (const product of productNames) {
      const judged = judge(product, one.measurement, calibration);
      byProduct[product] = judged.fake;
      for (const [id, fake] of Object.entries(judged.fakeByModel)) byModel[`${product} ${id}`] = fake;
      const asShipped = judge(product, one.measurement, embeddedCalibration);
      shipped[product] = asShipped.finalResult.prediction === 'fake';
      if (product === 'standard') shippedAbstains = asShipped.abstained;
    }
    return {
      isFake: one.isFake,
      group: one.group,
      // Two generators may name a file alike.
      file: `${one.group}/${one.file}`,
      condition: one.condition,
      baseline: one.baseline,
      byProduct: byProduct as Record<ProductName, number>,
      byModel,
      shippedCallsFake: shipped as Record<ProductName, boolean>,
      shippedAbstains,
    };
  });
}
