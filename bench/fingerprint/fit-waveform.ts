/** Fits the evidence model of waveforms on what searches compare; the headline leaves a collection out. */
import {
  waveformFeatures,
  waveformModelId,
  waveformValues,
} from '../../src/analyses/fingerprint/waveform-odds.js';
import {
  areaOf,
  type FoldCase,
  type FoldPlan,
  leaveGroupsOut,
  type ScoredCase,
  thresholdOf,
  withoutFeature,
  writeEvidence,
} from './evidence-folds.js';
import { interval, printTable } from './report.js';
import { copyCases, renditionCases, type WaveformMaterial } from './waveform-cases.js';

export interface WaveformFit extends WaveformMaterial {
  readonly version: string;
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
    .map(({ places, ...rest }): FoldCase => ({ ...rest, candidates: places.map(waveformValues) }));
  const full = { ...plan, version: options.version };
  const scored = leaveGroupsOut(full, cases);
  printTable(
    ['measurements', 'area under the curve', 'copies found', 'others called copies'],
    [
      ['all', ...figures(full, scored)],
      ...full.shapes.map(({ name }) => [
        `without ${name}`,
        ...figures(full, withoutFeature(full, cases, name)),
      ]),
    ],
  );
  printKinds(full, scored, undecided);
  const found = scored.filter((one) => one.case.isPositive);
  const threshold = thresholdOf(full, scored);
  writeEvidence(full, cases, scored, {
    intendedUse:
      'Whether two waveforms that peaks place on each other are one recording, which a room, a telephone and noise leave coherent at one delay.',
    limits: [
      'Two renditions by the same samples at exactly the same times are one waveform, and are taken for one recording.',
      'A stretcher, a wavering tape and strong data reduction of another phase leave no common waveform.',
      'The rooms are simulated; the renditions are by General MIDI synthesisers.',
      'A copy that the query holds for less than half of its length is often left undecided.',
    ],
    trainingCommand: `npm run bench -- fingerprint --songs DIR --midi DIR --soundfonts A.sf2,B.sf2 --renditions ${options.midiFiles} --half A --fit-waveform ${options.version}`,
    metrics: {
      'area under the curve, groups left out': Number(areaOf(scored).toFixed(4)),
      'copies found, groups left out': Number(
        (found.filter(({ logOdds }) => logOdds >= threshold).length / found.length).toFixed(3),
      ),
    },
  });
}

function printKinds(
  full: FoldPlan,
  scored: readonly ScoredCase[],
  undecided: readonly { readonly kind: string }[],
): void {
  const threshold = thresholdOf(full, scored);
  const kinds = [...new Set(scored.map((one) => one.case.kind))];
  printTable(
    [
      'kind, groups left out',
      'searches',
      'places compared, mean',
      'copies not compared at their place',
      'called a copy',
      '95 % interval',
      'log-odds: lowest',
      'median',
      'highest',
    ],
    kinds.map((kind) => {
      const own = scored.filter((one) => one.case.kind === kind);
      const logOdds = own.map((one) => one.logOdds).sort((a, b) => a - b);
      const places = own.map((one) => one.case.candidates.length);
      const called = logOdds.filter((odds) => odds >= threshold).length;
      const at = [0, own.length >> 1, own.length - 1].map((i) => logOdds[i]!.toFixed(1));
      return [
        kind,
        own.length,
        (places.reduce((sum, count) => sum + count, 0) / own.length).toFixed(1),
        undecided.filter((one) => one.kind === kind).length,
        called,
        interval(called, own.length),
        ...at,
      ];
    }),
  );
  console.log(`Threshold: log-odds ${threshold.toFixed(2)}.`);
}

function figures(full: FoldPlan, scored: readonly ScoredCase[]): string[] {
  const threshold = thresholdOf(full, scored);
  const called = (isPositive: boolean): string => {
    const own = scored.filter((one) => one.case.isPositive === isPositive);
    return `${own.filter(({ logOdds }) => logOdds >= threshold).length} of ${own.length}`;
  };
  return [areaOf(scored).toFixed(4), called(true), called(false)];
}
