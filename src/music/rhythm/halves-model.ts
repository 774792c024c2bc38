/** Hears where bars begin, along the beats of a count (models/embedded/bar-halves/; trained by scripts/bars/halves_train.py). */
import { z } from 'zod';
import { dilatedNetworkOf, dilatedNetworkSchema } from '../../models/embedded/dilated-network-file.js';
import { loadModel } from '../../models/embedded/load-model.js';
import { answerOfRows } from '../../signal/dilated-network.js';
import { measurementNames } from './beat-measurements.js';
import type { BeatRows } from './beat-repetition.js';

const schema = z.strictObject({ id: z.string(), network: dilatedNetworkSchema(measurementNames.length) });

/** Log odds that a bar begins at each beat, of which only differences mean something. */
export type FirstBeatOdds = (rows: BeatRows) => Float32Array;

const modelId = 'bar-halves';
let loaded: FirstBeatOdds | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function firstBeatOdds(): FirstBeatOdds {
  if (loaded !== undefined) return loaded;
  const network = dilatedNetworkOf(
    loadModel(modelId, 'weights.json', schema, measurementNames).content.network,
    1,
  );
  loaded = (rows) => answerOfRows(rows, network);
  return loaded;
}
