/**
 * Every weight and threshold of AI detection, in one place. Between the marks stands what `npm run bench -- ai-detection
 * --fit-heads --write` fitted on pairs made here, with that run's card (docs/analyses/ai-detection.md has its table).
 * An operator's own file, written by `contrafact train ai-detection`, replaces the heads.
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
  version: 'pairs-1',
  // fitted: begin
  // {"pairs":80,"ofRecordings":16,"strideSets":64,"heldOutAreaUnderCurve":0.907,"heldOutCalledFake":46,"heldOutOriginalsAccused":0}
  heads: {
    lattice: {
      bias: -3.305,
      weights: {
        lattice: 1.639,
      },
    },
    scaled: {
      bias: -2.55,
      weights: {
        scaled: 1.907,
      },
    },
    persistence: {
      bias: -7.168,
      weights: {
        persistence: 1.888,
      },
    },
    blind: {
      bias: -0.084,
      weights: {
        blind: 1.272,
      },
    },
    stacked: {
      bias: -4.287,
      weights: {
        lattice: 0.874,
        persistence: 1.112,
        blind: 0.945,
      },
    },
  },
  ensembleWeights: {
    lite: {
      model_0: 1,
    },
    standard: {
      model_0: 0.3,
      model_1: 0.05,
      model_2: 0.6,
      model_3: 0.05,
    },
    pro: {
      model_0: 1,
    },
    'pro-v2': {
      '2label_stage1': 0.05,
      '2label_stage2': 0.95,
    },
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
