/** `contrafact train` and `contrafact calibrate ai-detection`: from lists of files to odds, through whatever measures a file. */
import type { Measurement } from '../measurement.js';
import { recordingFeatures } from './features.js';
import type { OddsData } from './odds.js';
import { oddsAt } from './odds.js';
import {
  type HeldOutRow,
  type OperatorCalibrationFile,
  type OperatorCard,
  type OperatorModelFile,
  operatorCalibrationFormat,
  operatorModelFormat,
} from './operator-files.js';
import { bestLogOdds, type LabelledCase, recalibrate, requireEnough, trainOdds } from './train.js';
import { wilsonInterval } from './wilson.js';

export interface CorpusFile {
  readonly path: string;
  /** What is held out together: a generator, a folder of recordings. */
  readonly group: string;
  readonly isFake: boolean;
}

export interface CorpusOptions {
  /** Runs the kernel `ai-detection.measure` on one file. */
  measureFile(path: string): Promise<Measurement>;
  /** How many files are measured at once; 1 by default. */
  readonly parallel?: number;
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal;
  /** After each file; `error` where it was left out. */
  readonly onFile?:
    | ((done: number, total: number, file: CorpusFile, error: string | null) => void)
    | undefined;
}

/** Of 1,000 recordings, how many an operator's model may accuse: half of the 1 % that is aimed at. */
const defaultFalseAlarmsPer1000 = 5;

/** Measures every file. One that cannot be measured is reported and left out; the order does not depend on `parallel`. */
export async function measureCorpus(
  files: readonly CorpusFile[],
  { measureFile, parallel = 1, signal, onFile }: CorpusOptions,
): Promise<LabelledCase[]> {
  const cases = new Array<LabelledCase | null>(files.length).fill(null);
  let next = 0;
  let done = 0;
  async function measureSome(): Promise<void> {
    while (next < files.length) {
      const index = next++;
      const { path, isFake, group } = files[index]!;
      let failure: string | null = null;
      try {
        const candidates = recordingFeatures(await measureFile(path));
        cases[index] = { candidates, isFake, group, recording: path };
      } catch (error) {
        signal?.throwIfAborted();
        failure = error instanceof Error ? error.message : String(error);
      }
      onFile?.(++done, files.length, files[index]!, failure);
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, parallel) }, measureSome));
  return cases.filter((one) => one !== null);
}

/**
 * Fits a model on an operator's corpora. The same files give the same model, however many are measured at once.
 * @throws RangeError where too few generators or recordings remain (see trainOdds)
 */
export async function trainOnCorpus(
  files: readonly CorpusFile[],
  options: CorpusOptions,
  version: string,
  now: Date,
): Promise<OperatorModelFile> {
  // Measuring takes hours: what must fail fails first.
  requireEnough(files.map(({ path, group, isFake }) => ({ isFake, group, recording: path })));
  const cases = await measureCorpus(files, options);
  const { data, heldOut } = trainOdds(cases, {
    version,
    falseAlarmsPer1000: defaultFalseAlarmsPer1000,
    folds: 5,
  });
  return {
    format: operatorModelFormat,
    formatVersion: 1,
    ...data,
    card: cardOf(cases, heldOut, data, now),
  };
}

/**
 * Sets the rate of false alarms of a model, which stays as it is, on an operator's own recordings.
 * @throws RangeError where fewer than ten recordings could be measured
 */
export async function calibrateOnCorpus(
  files: readonly CorpusFile[],
  options: CorpusOptions,
  { data, version, falseAlarmsPer1000, now }: CalibrateRequest,
): Promise<OperatorCalibrationFile> {
  const cases = await measureCorpus(files, options);
  const usable = cases.filter(({ candidates }) => candidates.length > 0);
  const calibration = recalibrate(data, usable, { version, falseAlarmsPer1000 });
  const logOdds = usable.map(({ candidates }) => bestLogOdds(data.model, candidates));
  return {
    format: operatorCalibrationFormat,
    formatVersion: 1,
    calibration,
    card: cardOf(usable, logOdds, { model: data.model, calibration }, now),
  };
}

export interface CalibrateRequest {
  readonly data: OddsData;
  readonly version: string;
  readonly falseAlarmsPer1000: number;
  readonly now: Date;
}

/** One row a generator and one a folder of recordings, and what the rows add up to. */
function cardOf(
  cases: readonly LabelledCase[],
  logOdds: readonly number[],
  data: OddsData,
  now: Date,
): OperatorCard {
  const rows = new Map<string, { group: string; isFake: boolean; recordings: number; called: number }>();
  for (const [index, { isFake, group }] of cases.entries()) {
    const key = `${isFake} ${group}`;
    const row = rows.get(key) ?? { group, isFake, recordings: 0, called: 0 };
    row.recordings++;
    if (oddsAt(logOdds[index]!, data).found) row.called++;
    rows.set(key, row);
  }
  const heldOut: HeldOutRow[] = [...rows.values()].map(({ called, ...row }) => ({
    ...row,
    calledFake: called / row.recordings,
  }));
  const reals = [...rows.values()].filter(({ isFake }) => !isFake);
  const recordings = reals.reduce((sum, row) => sum + row.recordings, 0);
  const falseAlarmRate = reals.reduce((sum, row) => sum + row.called, 0) / Math.max(1, recordings);
  const [low, high] = wilsonInterval(falseAlarmRate, recordings);
  return {
    madeAt: now.toISOString(),
    heldOut: heldOut.sort((a, b) => Number(b.isFake) - Number(a.isFake) || a.group.localeCompare(b.group)),
    recordings,
    falseAlarmRate,
    falseAlarmInterval: [low, high],
  };
}
