/** How the leading-line network's answers become a line: costs of the path and what a clear note is (models/embedded/leading-line-network/tracking.json). */
import { z } from 'zod';
import { loadModel } from '../../models/embedded/load-model.js';

export const leadingLineNetworkId = 'leading-line-network';
export const leadingLineFeatureNames = ['mix-bands', 'note-contours', 'note-keys', 'note-onsets'];

const schema = z.strictObject({
  id: z.string(),
  /** Nepers. */
  costs: z.strictObject({
    perSemitone: z.number(),
    leapLimit: z.number(),
    change: z.number(),
    voicing: z.number(),
    silence: z.number(),
  }),
  /** Added to the log-odds that a line sounds: it should rather hold a doubtful note than a hole. */
  gain: z.number(),
  /** Activation of its key, 0 to 1, that a note of the line needs, or another one within `aroundSeconds` of it. */
  clearLevel: z.number(),
  aroundSeconds: z.number(),
});
export type LeadingLineModel = z.infer<typeof schema>;

let loaded: LeadingLineModel | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function leadingLineModel(): LeadingLineModel {
  loaded ??= loadModel(leadingLineNetworkId, 'tracking.json', schema, leadingLineFeatureNames).content;
  return loaded;
}
