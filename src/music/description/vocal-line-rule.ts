/** The numbers by which a sung line is tracked: fitted on clips whose singing is known, they come with the program as data. */
import { loadTables } from '../../models/embedded/table-file.js';
import type { LineCosts } from './melody-track.js';
import type { RegisterRule } from './vocal-register.js';
import type { ScaleRule } from './vocal-scale.js';

export const vocalLineTrackingId = 'vocal-line-tracking';

export interface VocalLineRule {
  readonly costs: LineCosts;
  readonly register: RegisterRule;
  readonly scale: ScaleRule;
  /** How much the band's tuning counts beside the voice's own. */
  readonly tuningPull: number;
  /** Mean probability of a voice over a second and a half from which someone sings. */
  readonly singingLevel: number;
  /** Mean height of the landscape along a clearly sung note. */
  readonly clearLevel: number;
  /** Less clear singing than this share of the song is taken for an error. */
  readonly minClearShare: number;
}

/** One value each; the unit of the costs is a frame in which the line is surely right, of the reach a semitone, of the sureness a nat. */
const vocalLineNumbers = [
  'change',
  'per-semitone',
  'voicing',
  'silence',
  'singing-level',
  'clear-level',
  'least-clear-share',
  'octave-share',
  'register-cost',
  'register-reach',
  'tuning-pull',
  'register-change',
  'scale-discount',
  'scale-sureness',
] as const;

export const vocalLineTrackingShape = { tracking: { rows: vocalLineNumbers, columns: ['value'] } } as const;

/** `numbers`: in the order of `vocalLineNumbers`. */
export function vocalLineRuleOf(numbers: readonly number[]): VocalLineRule {
  const [change, perSemitone, voicing, silence, singingLevel, clearLevel, minClearShare, ...others] = numbers;
  const [octaveShare, cost, radiusSemitones, tuningPull, registerChange, discount, surenessNats] = others;
  return {
    costs: {
      change: change!,
      perSemitone: perSemitone!,
      voicing: voicing!,
      silence: silence!,
      leapLimit: 12,
    },
    register: {
      octaveShare: octaveShare!,
      cost: cost!,
      radiusSemitones: radiusSemitones!,
      change: registerChange!,
    },
    scale: { discount: discount!, surenessNats: surenessNats! },
    tuningPull: tuningPull!,
    singingLevel: singingLevel!,
    clearLevel: clearLevel!,
    minClearShare: minClearShare!,
  };
}

let loaded: VocalLineRule | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function vocalLineRule(): VocalLineRule {
  loaded ??= vocalLineRuleOf(loadTables(vocalLineTrackingId, vocalLineTrackingShape).tracking.flat());
  return loaded;
}
