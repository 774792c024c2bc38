/** The evidence model and calibration that come with the program. */
import { embeddedEvidence } from '../../../models/embedded-evidence.js';
import { featureNames } from './features.js';
import type { OddsData } from './odds.js';
import { modelId } from './train.js';

/** Throws where a file is not the one that its card names. */
export const embeddedOdds = (): OddsData => embeddedEvidence(modelId, featureNames);
