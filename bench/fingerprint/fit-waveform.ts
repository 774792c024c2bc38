/** Fits the evidence model of waveforms on what searches compare; the headline leaves a collection out. */
import {
  waveformFeatures,
  waveformModelId,
  waveformValues,
} from '../../src/analyses/fingerprint/waveform/waveform-odds.js';
import { type FoldCase, type FoldPlan, leaveGroupsOut, writeEvidence } from './evidence-folds.js';
import { printAblation, printKinds } from './print-folds.js';
import { copyCases, renditionCases, type WaveformMaterial } from './waveform-cases.js';

export interface WaveformFit extends WaveformMaterial {
  readonly version: string;
}

/** What fits the model again. */
export function trainingCommand(flag: string, { midiFiles, version }: WaveformFit): string {
  return `npm run bench -- fingerprint --songs DIR --midi DIR --soundfonts A.sf2,B.sf2 --renditions ${midiFiles} --half A ${flag} ${version}`;
}

/** Of 1,000 searches for other recordings at most this many may take one for the recording. */
const falseAlarmsPer1000 = 0.5;

const plan: Omit<FoldPlan, 'version'> = { id: waveformModelId, falseAlarmsPer1000, shapes: waveformFeatures };

export async function fitWaveform(options: WaveformFit): Promise<void> {
  const measured = [...(await copyCases(options)), ...(await renditionCases(options))];
  // A copy that the peaks decide, or whose place they do not show, is none of the sound's.
  const undecided = measured.filter(({ isPositive, places }) => isPositive && places.length === 0);
  const cases = measured
    .filter((one) => !undecided.includes(one))
    .map(
      ({ places, ...rest }): FoldCase => ({
        ...rest,
        candidates: places.map(({ waveform }) => waveformValues(waveform!)),
      }),
    );
  const full = { ...plan, version: options.version };
  const scored = leaveGroupsOut(full, cases);
  printAblation(full, cases, scored);
  printKinds(full, scored, undecided);
  writeEvidence(full, cases, scored, {
    intendedUse:
      'Whether two waveforms that peaks place on each other are one recording, which a room, a telephone and noise leave coherent at one delay.',
    limits: [
      'Two renditions by the same samples at exactly the same times are one waveform, and are taken for one recording.',
      'A stretcher, a wavering tape and strong data reduction of another phase leave no common waveform.',
      'The rooms are simulated; the renditions are by General MIDI synthesisers.',
      'A copy that the query holds for less than half of its length is often left undecided.',
    ],
    trainingCommand: trainingCommand('--fit-waveform', options),
  });
}
