/** How the bar network's answers become bars: costs of the count and the fitted odds of the metre (models/embedded/bar-network/counting.json). */
import { z } from 'zod';
import { loadModel } from '../../models/embedded/load-model.js';
import type { EvidenceScale } from './bar-activations.js';
import { barFeatureNames } from './bar-features.js';
import type { BarCosts } from './bar-pointer.js';

export interface BarModel extends EvidenceScale {
  readonly costs: BarCosts;
  /** Of `threeAhead` (bar-rhythm.ts), for the log odds of three. */
  readonly metre: number;
  readonly metreBias: number;
  /** What is looked at before the first note and after the last, frames. */
  readonly leadFrames: number;
}

const schema = z.strictObject({
  id: z.string(),
  beatOffset: z.number(),
  downbeatOffset: z.number(),
  lowest: z.number(),
  highest: z.number(),
  costs: z.strictObject({
    tempoChange: z.number(),
    halfBar: z.number(),
    slip: z.number(),
    unusualTempo: z.number(),
    usualBpm: z.number(),
  }),
  metre: z.number(),
  metreBias: z.number(),
  leadFrames: z.number(),
});

let loaded: BarModel | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function barModel(): BarModel {
  loaded ??= loadModel('bar-network', 'counting.json', schema, barFeatureNames).content;
  return loaded;
}
