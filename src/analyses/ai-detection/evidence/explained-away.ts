/** Whether a lattice would be found if nothing but a decoder drew lines: then the answer is "cannot tell", with the cause. */
import { contributionOf, logOddsOf } from '../../../models/evidence-model.js';
import { type ExplanationName, explanationNames } from '../explanations/names.js';
import type { LatticeReading, Measurement } from '../measurement.js';
import { latticeFeatures } from './features.js';
import { type OddsData, oddsAt } from './odds.js';

const none = Object.fromEntries(explanationNames.map((name) => [name, 0])) as Record<ExplanationName, number>;

export interface ExplainedAway {
  /** Index of the lattice in `measurement.lattices`. */
  readonly lattice: number;
  /** The alternative explanation that costs it most. */
  readonly by: ExplanationName;
  /** What that explanation measured, in its own unit. */
  readonly value: number;
}

/** The strongest lattice that only alternative explanations keep from being found; null where there is none. */
export function explainedAway(measurement: Measurement, data: OddsData): ExplainedAway | null {
  const free: Measurement = {
    ...measurement,
    lattices: measurement.lattices.map((lattice) => ({ ...lattice, explanations: none })),
  };
  let strongest = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (const index of measurement.lattices.keys()) {
    const logOdds = logOddsOf(data.model, latticeFeatures(free, index));
    if (logOdds > most) [strongest, most] = [index, logOdds];
  }
  if (strongest < 0 || !oddsAt(most, data).found) return null;
  const lattice = measurement.lattices[strongest]!;
  const by = costliest(measurement, strongest, data);
  return { lattice: strongest, by, value: lattice.explanations[by] };
}

/** The explanation without which this lattice's log-odds rise most. */
function costliest(measurement: Measurement, index: number, { model }: OddsData): ExplanationName {
  const gainWithout = (name: ExplanationName): number => {
    const lattices = measurement.lattices.map(
      (lattice): LatticeReading => ({ ...lattice, explanations: { ...lattice.explanations, [name]: 0 } }),
    );
    const values = latticeFeatures({ ...measurement, lattices }, index);
    return model.features.reduce((sum, feature, at) => sum + contributionOf(feature, values[at]!), 0);
  };
  const gains = explanationNames.map(gainWithout);
  return explanationNames[gains.indexOf(Math.max(...gains))]!;
}
