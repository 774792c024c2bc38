/** The odds that two waveforms are one recording at a place, by the embedded evidence model over what their comparison measures. */
import { expectedFalseAlarms, thresholdFor } from '../../../models/calibration.js';
import { type EvidenceData, embeddedEvidence } from '../../../models/embedded-evidence.js';
import { logOddsOf } from '../../../models/evidence-model.js';
import type { FeatureShape } from '../../../models/fit-evidence-model.js';

export const waveformModelId = 'waveform-evidence';

export interface WaveformMeasurements {
  /** The coefficient of the strongest delay over the root mean square of all delays'. */
  readonly overAll: number;
  /** The same over that of the delays just before it. */
  readonly overNear: number;
  /** Share of the compared blocks whose own strongest delay stands far out and is another one. */
  readonly strays: number;
  /** Share of the blocks in which the query sounds that show the delay. */
  readonly shownShare: number;
}

/** What the model reads, with the knots of its curves and the steps that are expected before any data. */
export const waveformFeatures: readonly (FeatureShape & { name: keyof WaveformMeasurements })[] = [
  {
    name: 'overAll',
    unit: 'strongest coefficient over the root mean square of all delays',
    direction: 'rising',
    knots: [4.5, 6, 8],
    expected: [4, 2],
  },
  {
    name: 'overNear',
    unit: 'strongest coefficient over the root mean square 0.5 to 4 ms before it',
    direction: 'rising',
    knots: [3.5, 5, 6.5, 9],
    expected: [1, 5, 2],
  },
  {
    name: 'strays',
    unit: 'share of blocks of a second that agree at another delay',
    direction: 'falling',
    knots: [0, 0.1, 0.4],
    expected: [3, 4],
  },
  {
    name: 'shownShare',
    unit: 'share of the sounding blocks of a second that show the delay',
    direction: 'rising',
    knots: [0.2, 0.5, 0.8, 0.95],
    expected: [1, 1, 1],
  },
];

export const waveformValues = (measured: WaveformMeasurements): number[] =>
  waveformFeatures.map(({ name }) => measured[name]);

const embedded = (): EvidenceData =>
  embeddedEvidence(
    waveformModelId,
    waveformFeatures.map(({ name }) => name),
  );

export function waveformLogOdds(measured: WaveformMeasurements): number {
  return logOddsOf(embedded().model, waveformValues(measured));
}

/**
 * The log-odds that a place needs. The calibration's cases are searches: the likeliest of all the places that a search
 * compares reaches them, where the song is not there, as often as its budget allows.
 */
export function sameWaveformLogOdds(): number {
  const { calibration } = embedded();
  return thresholdFor(calibration, calibration.falseAlarmsPer1000);
}

/** The same where nothing but the odds guards against chance: a tenth as many searches reach them. */
function sureWaveformLogOdds(): number {
  const { calibration } = embedded();
  return thresholdFor(calibration, calibration.falseAlarmsPer1000 / 10);
}

/** Whether the two are one recording beyond doubt, though few blocks may show it by themselves. */
export function isSurelySameWaveform(measured: WaveformMeasurements): boolean {
  return waveformLogOdds(measured) >= sureWaveformLogOdds();
}

/** Whether the two are one recording. */
export function isSameWaveform(measured: WaveformMeasurements): boolean {
  return waveformLogOdds(measured) >= sameWaveformLogOdds();
}

/** Whether the two are likelier other recordings, or changed beyond what keeps a waveform; between the two the sound does not decide. */
export function isOtherWaveform(measured: WaveformMeasurements): boolean {
  return waveformLogOdds(measured) < 0;
}

/** Of 1,000 searches for other recordings, how many would find a place that agrees as much. */
export function falseWaveformsPer1000(measured: WaveformMeasurements): number {
  return expectedFalseAlarms(embedded().calibration, waveformLogOdds(measured));
}
