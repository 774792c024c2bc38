/** Fitted weights that choose among a recording's counts (models/embedded/bar-count-choice/; fitted by scripts/bars/choice.py). */
import { z } from 'zod';
import { loadModel } from '../../models/embedded/load-model.js';
import { summaryNames } from './sequence-summary.js';

const weights = z.array(z.number()).length(summaryNames.length + 1);
const schema = z.strictObject({
  id: z.string(),
  /** Of the summary of a count's beats and a bias: that they are those of the song, its halves, its doubles or beside it. */
  right: weights,
  slow: weights,
  fast: weights,
  beside: weights,
  /** That bars have three beats. */
  three: weights,
  /** Log odds of three at one tempo: of the bars' log odds, of the beats' and a bias. */
  metre: z.tuple([z.number(), z.number(), z.number()]),
  /** Of a count: of the log odds of its beats, of the log probability of its metre. */
  count: z.tuple([z.number(), z.number()]),
});
export type CountModel = z.infer<typeof schema>;

const modelId = 'bar-count-choice';
let loaded: CountModel | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function countModel(): CountModel {
  loaded ??= loadModel(modelId, 'weights.json', schema, summaryNames).content;
  return loaded;
}
