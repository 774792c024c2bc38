/** The evidence model and calibration that come with the program. */
import { loadEvidence } from '../../../models/embedded-evidence.js';
import { featureNames } from './features.js';
import type { OddsData } from './odds.js';
import { modelId } from './train.js';

let loaded: OddsData | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function embeddedOdds(): OddsData {
  loaded ??= loadEvidence(modelId, featureNames);
  return loaded;
}
