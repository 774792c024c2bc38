/**
 * The probability that someone sings or speaks, a window: a small network over the measurements of the window, and the
 * calibration of a song's windows together. Data; `npm run bench -- transcription --part presence --train` makes it.
 */
import { loadNetwork } from '../../../models/embedded/network-file.js';
import { loadTables } from '../../../models/embedded/table-file.js';
import type { SmallNetwork } from '../../../signal/small-network.js';
import { windowFeatureNames } from './window-features.js';

export const presenceNetworkId = 'voice-presence-network';
export const presenceCalibrationId = 'voice-presence-calibration';
export const presenceOutputNames = ['log-odds-of-voice'];
export const calibrationShape = { song: { rows: ['log-odds'], columns: ['slope', 'offset'] } };

export interface PresenceModel {
  readonly network: SmallNetwork;
  /** Log-odds of the song = slope · log-odds of its windows + offset. */
  readonly calibration: { readonly slope: number; readonly offset: number };
}

let loaded: PresenceModel | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function presenceModel(): PresenceModel {
  if (loaded) return loaded;
  const { network } = loadNetwork(presenceNetworkId, windowFeatureNames, presenceOutputNames);
  const [[slope, offset]] = loadTables(presenceCalibrationId, calibrationShape).song as [[number, number]];
  loaded = { network, calibration: { slope, offset } };
  return loaded;
}
