/** The odds that a stretched query is a copy of a song, by the embedded evidence model over what their fine structures show. */
import { expectedFalseAlarms, thresholdFor } from '../../../models/calibration.js';
import { type EvidenceData, embeddedEvidence } from '../../../models/embedded-evidence.js';
import { logOddsOf } from '../../../models/evidence-model.js';
import type { FeatureShape } from '../../../models/fit-evidence-model.js';
import type { FineMeasurements } from './sustained-levels.js';

export const fineStructureModelId = 'fine-structure-evidence';

/** What the model reads, with the knots of its curves and the steps that are expected before any data. */
export const fineStructureFeatures: readonly (FeatureShape & { name: keyof FineMeasurements })[] = [
  {
    name: 'sustained',
    unit: 'correlation of unsteady changes of level in frames in which no note begins',
    direction: 'rising',
    knots: [0.03, 0.08, 0.15, 0.25],
    expected: [1, 2, 2],
  },
  {
    name: 'overBeside',
    unit: 'that correlation less the higher of those 20 ms sooner and later',
    direction: 'rising',
    knots: [0, 0.06, 0.14, 0.22],
    expected: [1, 2, 1],
  },
  {
    name: 'overChance',
    unit: 'that correlation over the root mean square of those at delays of 80 to 500 ms',
    direction: 'rising',
    knots: [2, 5, 10],
    expected: [2, 2],
  },
  {
    name: 'lowestBand',
    unit: 'that correlation in the lowest of five bands of pitch',
    direction: 'rising',
    knots: [0, 0.05, 0.12],
    expected: [0.5, 0.5],
  },
  {
    name: 'shownShare',
    unit: 'share of the pieces of 2 s whose correlation is three times that of chance',
    direction: 'rising',
    knots: [0.2, 0.5, 0.8, 1],
    expected: [2, 3, 3],
  },
];

export const fineStructureValues = (measured: FineMeasurements): number[] =>
  fineStructureFeatures.map(({ name }) => measured[name]);

const embedded = (): EvidenceData =>
  embeddedEvidence(
    fineStructureModelId,
    fineStructureFeatures.map(({ name }) => name),
  );

export function fineStructureLogOdds(measured: FineMeasurements): number {
  return logOddsOf(embedded().model, fineStructureValues(measured));
}

/** The log-odds that a place needs: those that a search for a recording that is not there reaches as often as its budget allows. */
export function sameFineStructureLogOdds(): number {
  const { calibration } = embedded();
  return thresholdFor(calibration, calibration.falseAlarmsPer1000);
}

/** Whether the two are one recording. */
export function isSameFineStructure(measured: FineMeasurements): boolean {
  return fineStructureLogOdds(measured) >= sameFineStructureLogOdds();
}

/** Whether the two are likelier other recordings; between the two the fine structure does not decide. */
export function isOtherFineStructure(measured: FineMeasurements): boolean {
  return fineStructureLogOdds(measured) < 0;
}

/** Of 1,000 searches for other recordings, how many would find a place that agrees as much. */
export function falseFineStructuresPer1000(measured: FineMeasurements): number {
  return expectedFalseAlarms(embedded().calibration, fineStructureLogOdds(measured));
}
