/** Every case as the products judge it. */
import { type Calibration, embeddedCalibration } from '../../src/analyses/ai-detection/heads/calibration.js';
import { decisiveLattice } from '../../src/analyses/ai-detection/lattice/lattice-finding.js';
import { type ProductName, productNames } from '../../src/analyses/ai-detection/results/products.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import type { Case } from './cases.js';

export interface JudgedCase {
  readonly isFake: boolean;
  readonly group: string;
  readonly file: string;
  readonly window: number;
  readonly condition: string;
  readonly baseline: number | undefined;
  /** The product's probability of "fake". */
  readonly byProduct: Readonly<Record<ProductName, number>>;
  /** `<product> <model id>` → probability of "fake", likewise. */
  readonly byModel: Readonly<Record<string, number>>;
  /** Whether the product calls it fake. */
  readonly callsFake: Readonly<Record<ProductName, boolean>>;
  /** Whether `standard` says that it cannot tell, likewise. */
  readonly abstains: boolean;
  /** Powers of ten of the lattice that the verdict rests on. */
  readonly evidence: number;
  /** Coherence of the channels in the treble; null in mono or where it was not measured. */
  readonly stereo: number | null;
}

/** Judges every case by the heads that `headsFor` gives it. */
export function judgeCases(
  cases: readonly Case[],
  headsFor: (one: Case) => Calibration['heads'],
): JudgedCase[] {
  return cases.map((one) => {
    const calibration: Calibration = { ...embeddedCalibration, heads: headsFor(one) };
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
