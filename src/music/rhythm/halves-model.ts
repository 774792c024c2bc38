/** Fitted weights that decide which half of bars of four begins them (models/embedded/bar-halves/; fitted by scripts/bars/halves.py). */
import { z } from 'zod';
import { loadModel } from '../../models/embedded/load-model.js';

const schema = z.strictObject({
  id: z.string(),
  /** Log odds that the counted half is the first: of what is heard at first beats less what is heard at third ones, and a bias. */
  first: z.array(z.number()),
});
export type HalvesModel = z.infer<typeof schema>;

const modelId = 'bar-halves';
let loaded: HalvesModel | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function halvesModel(names: readonly string[]): HalvesModel {
  loaded ??= loadModel(modelId, 'weights.json', schema, names).content;
  return loaded;
}
