import type { CentreSalience } from '../../signal/centre-salience.js';
import type { HeardBars } from '../rhythm/bar-activations.js';
import type { OnsetEvidence } from '../rhythm/onset-evidence.js';
import type { LeadingPitch } from './leading-pitch.js';
import type { PitchActivations } from './pitch-activations.js';
import type { VocalPitch } from './vocal-pitch.js';

/** What was measured in a recording, before any musical decision. */
export interface Listening {
  readonly durationSeconds: number;
  readonly activations: PitchActivations;
  readonly onsets: OnsetEvidence;
  readonly centre: CentreSalience;
  readonly vocalPitch: VocalPitch;
  readonly leadingPitch: LeadingPitch;
  readonly bars: HeardBars;
  /** The same of the vocals alone, where a separator took them out of the mix. */
  readonly vocals?: Pick<Listening, 'activations' | 'centre' | 'vocalPitch'>;
}
