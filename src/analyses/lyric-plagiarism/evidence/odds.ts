/** From measurements to odds and to what they mean among this many songs: the embedded evidence model. */
import { expectedFalseAlarms, type FalseAlarmCalibration } from '../../../models/calibration.js';
import { type EvidenceData, embeddedEvidence } from '../../../models/embedded-evidence.js';
import { logOddsOf } from '../../../models/evidence-model.js';
import { featureNames, modelId } from './features.js';

/** Of 1,000 unrelated lyrics at most this many are answered with `found`, and with `possible` or more. */
export const foundPer1000 = 5;
export const possiblePer1000 = 50;

/** As few as this are shown as the score 1: what the same text of a stanza has among some thousand songs. */
const wholePer1000 = 0.005;

/**
 * The calibration counts how many unrelated lyrics find as strong a match in a database of this size; with twice the songs
 * twice as many do. Smaller databases were not measured and count as this many.
 */
const calibratedSongs = 2_000;

export type LyricOdds = Pick<EvidenceData, 'model' | 'calibration'>;

/** The model that comes with the program. Throws where its files are not what its card says. */
export const embeddedOdds = (): LyricOdds => embeddedEvidence(modelId, featureNames);

/** By how much the same log-odds weigh less among `songs` than where they were calibrated. */
function shiftFor({ tailDecay }: FalseAlarmCalibration, songs: number): number {
  return tailDecay * Math.log(Math.max(1, songs / calibratedSongs));
}

export interface Judgement {
  readonly logOdds: number;
  /** Of 1,000 lyrics that have nothing to do with these songs, how many find a match as strong. */
  readonly falseAlarms: number;
  /** 0 … 1, by the logarithm of `falseAlarms`: 0.5 where `possiblePer1000` unrelated lyrics find a match as strong. */
  readonly score: number;
}

/** 0 for what every unrelated lyric reaches, 0.5 at `possiblePer1000`, 1 from `wholePer1000` on; linear between in the logarithm. */
function scoreOf(falseAlarms: number): number {
  const [possible, alarms] = [Math.log(possiblePer1000), Math.log(falseAlarms)];
  const score =
    falseAlarms > possiblePer1000
      ? (0.5 * (Math.log(1000) - alarms)) / (Math.log(1000) - possible)
      : 0.5 + (0.5 * (possible - alarms)) / (possible - Math.log(wholePer1000));
  return Math.min(1, Math.max(0, score));
}

export function judge(
  { model, calibration }: LyricOdds,
  values: readonly number[],
  songs: number,
): Judgement {
  const logOdds = logOddsOf(model, values);
  const falseAlarms = expectedFalseAlarms(calibration, logOdds - shiftFor(calibration, songs));
  return { logOdds, falseAlarms, score: scoreOf(falseAlarms) };
}
