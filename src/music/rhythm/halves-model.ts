/** Hears where bars begin, along the beats of a count (models/embedded/bar-halves/; trained by scripts/bars/halves_train.py). */
import { z } from 'zod';
import { loadModel } from '../../models/embedded/load-model.js';
import { measurementNames } from './beat-measurements.js';
import { answerOfBeats } from './beat-network.js';
import { beatNetworkOf, beatNetworkSchema } from './beat-network-file.js';
import type { BeatRows } from './beat-repetition.js';

const schema = z.strictObject({ id: z.string(), network: beatNetworkSchema });

/** Log odds that a bar begins at each beat, of which only differences mean something. */
export type FirstBeatOdds = (rows: BeatRows) => Float32Array;

const modelId = 'bar-halves';
let loaded: FirstBeatOdds | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function firstBeatOdds(): FirstBeatOdds {
  if (loaded !== undefined) return loaded;
  const network = beatNetworkOf(
    loadModel(modelId, 'weights.json', schema, measurementNames).content.network,
    1,
  );
  loaded = (rows) => answerOfBeats(rows, network);
  return loaded;
}
