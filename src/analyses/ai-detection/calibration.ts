/**
 * Every weight and threshold of AI detection, in one place. Heads and weights: `npm run bench -- ai-detection
 * --real DIR --fake DIR --fit` (docs/analyses/ai-detection.md has the run). An operator's own file, written by
 * `contrafact train ai-detection`, has this shape and replaces it.
 */
import type { Head, HeadName } from './heads.js';

export interface Calibration {
  /** Recorded with every result. */
  readonly version: string;
  readonly heads: Readonly<Record<HeadName, Head>>;
  /** Weight of each binary model in `final_result`, by product and model id; they need not sum to 1. */
  readonly ensembleWeights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const embeddedCalibration: Calibration = {
  version: 'lattice-3',
  // fitted: begin
  heads: {
    lattice: { bias: -4.506, weights: { lattice: 1.612 } },
    scaled: { bias: -3.381, weights: { scaled: 1.661 } },
    persistence: { bias: -5.752, weights: { persistence: 1.211 } },
    blind: { bias: -2.832, weights: { blind: 0.718 } },
    stacked: { bias: -4.58, weights: { lattice: 1.582, persistence: 0.045, blind: 0 } },
  },
  ensembleWeights: {
    lite: { model_0: 1 },
    standard: { model_0: 0.45, model_1: 0.15, model_2: 0.3, model_3: 0.1 },
    pro: { model_0: 1 },
    'pro-v2': { '2label_stage1': 0.3, '2label_stage2': 0.7 },
  },
  // fitted: end
};

/** The decision rules that no run chose: they say what counts as too little to tell. */
export const abstention = {
  /**
   * Powers of ten: a lattice that chance draws in more than one recording of a thousand accuses nobody. There are three
   * ways to find one (exact, searched, blind), so chance alone accuses one in three hundred: a third of the 1 % that
   * false accusations may reach. The rest is for causes that nobody thought of.
   */
  leastEvidence: 3,
  /** A lattice that something else explains is noted from here on. */
  leastExplained: 2.5,
  /** Less sound than this is too little. */
  leastSeconds: 10,
  /** From here on the length no longer limits what the absence of a lattice says. */
  enoughSeconds: 30,
  /** Less bandwidth holds too few lines. */
  leastBandwidthHz: 8000,
  /** A probability this close to one half is no answer. */
  margin: 0.1,
} as const;
