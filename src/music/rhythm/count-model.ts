/** What chooses among a recording's counts: a network along their beats, and how its answers are weighed (models/embedded/bar-count-choice/; scripts/bars/). */
import { z } from 'zod';
import { dilatedNetworkOf, dilatedNetworkSchema } from '../../models/embedded/dilated-network-file.js';
import { loadModel } from '../../models/embedded/load-model.js';
import { answersOfWhole } from '../../signal/dilated-network.js';
import { measurementNames } from './beat-measurements.js';
import type { BeatRows } from './beat-repetition.js';

const schema = z.strictObject({
  id: z.string(),
  /** Log odds of three at one tempo: of the bars' log odds, of the beats' and a bias. */
  metre: z.tuple([z.number(), z.number(), z.number()]),
  /** Of a count: of the log odds of its beats, of the log probability of its metre. */
  count: z.tuple([z.number(), z.number()]),
  network: dilatedNetworkSchema(measurementNames.length),
});
export type CountWeights = Pick<z.infer<typeof schema>, 'metre' | 'count'>;

export interface HeardCount {
  /** Log odds that the beats are the song's: not half as many, twice as many, nor beside them. */
  readonly rightOdds: number;
  readonly threeOdds: number;
}

export interface CountModel extends CountWeights {
  readonly hear: (rows: BeatRows) => HeardCount;
}

const modelId = 'bar-count-choice';
let loaded: CountModel | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function countModel(): CountModel {
  if (loaded !== undefined) return loaded;
  const {
    metre,
    count,
    network: file,
  } = loadModel(modelId, 'weights.json', schema, measurementNames).content;
  const network = dilatedNetworkOf(file, 5);
  loaded = { metre, count, hear: (rows) => heardCount(answersOfWhole(rows, network)) };
  return loaded;
}

/** `answers`: logits of right, slow and fast beats and of beats beside, and log odds of three. */
export function heardCount(answers: Float32Array): HeardCount {
  const [right, slow, fast, beside, threeOdds] = answers as unknown as readonly [
    number,
    number,
    number,
    number,
    number,
  ];
  const largest = Math.max(slow, fast, beside);
  const others = [slow, fast, beside].reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return { rightOdds: right - largest - Math.log(others), threeOdds };
}
