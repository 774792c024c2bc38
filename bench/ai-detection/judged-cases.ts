/** Every case judged by heads that never saw its group. */
import { type Calibration, embeddedCalibration } from '../../src/analyses/ai-detection/calibration.js';
import { trackFeatures } from '../../src/analyses/ai-detection/heads.js';
import { decisiveLattice } from '../../src/analyses/ai-detection/lattice-finding.js';
import { type ProductName, productNames } from '../../src/analyses/ai-detection/products.js';
import { judge } from '../../src/analyses/ai-detection/result.js';
import { type TrainedHeads, trainHeads } from '../../src/analyses/ai-detection/train-heads.js';
import type { Case } from './cases.js';
import { conditions } from './conditions.js';

export interface JudgedCase {
  readonly isFake: boolean;
  readonly group: string;
  readonly file: string;
  readonly window: number;
  readonly condition: string;
  readonly baseline: number | undefined;
  /** The product's probability of "fake", from heads that never saw this group. */
  readonly byProduct: Readonly<Record<ProductName, number>>;
  /** `<product> <model id>` → probability of "fake", likewise. */
  readonly byModel: Readonly<Record<string, number>>;
  /** Whether the product, with heads that never saw this group, calls it fake. */
  readonly callsFake: Readonly<Record<ProductName, boolean>>;
  /** Whether `standard` says that it cannot tell, likewise. */
  readonly abstains: boolean;
  /** Powers of ten of the lattice that the verdict rests on. */
  readonly evidence: number;
  /** Coherence of the channels in the treble; null in mono or where it was not measured. */
  readonly stereo: number | null;
}

/** What a case is held out with: its generator, or its recording. */
export const heldOutGroup = ({ isFake, group, file }: Case): string => (isFake ? group : file);

/** Fits on the first condition only, leaving out one generator at a time: nothing of the others is used for choosing. */
export function fitOn(cases: readonly Case[]): TrainedHeads {
  const plain = cases.filter(({ condition }) => condition === conditions[0]!.name);
  const examples = plain.map((one) => ({
    features: trackFeatures(one.measurement),
    isFake: one.isFake,
    group: heldOutGroup(one),
  }));
  try {
    return trainHeads(examples, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.log(`Too few groups to fit heads of their own, so the shipped ones judge. (${error.message})\n`);
    const { heads } = embeddedCalibration;
    return { heads, heldOut: [], headsWithout: () => heads };
  }
}

export function judgeCases(cases: readonly Case[], trained: TrainedHeads): JudgedCase[] {
  return cases.map((one) => {
    const heads = trained.headsWithout(heldOutGroup(one), one.isFake);
    const calibration: Calibration = { ...embeddedCalibration, heads };
    const byProduct: Record<string, number> = {};
    const byModel: Record<string, number> = {};
    const callsFake: Record<string, boolean> = {};
    let abstains = false;
    for (const product of productNames) {
      const judged = judge(product, one.measurement, calibration);
      byProduct[product] = judged.fake;
      for (const [id, fake] of Object.entries(judged.fakeByModel)) byModel[`${product} ${id}`] = fake;
      callsFake[product] = judged.finalResult.prediction === 'fake';
      if (product === 'standard') abstains = judged.abstained;
    }
    return {
      isFake: one.isFake,
      group: one.group,
      // Two generators may name a file alike.
      file: `${one.group}/${one.file}`,
      window: one.window,
      condition: one.condition,
      baseline: one.baseline,
      byProduct: byProduct as Record<ProductName, number>,
      byModel,
      callsFake: callsFake as Record<ProductName, boolean>,
      abstains,
      evidence: decisiveLattice(one.measurement).evidence,
      stereo: one.stereo ?? null,
    };
  });
}
