/**
 * `npm run bench -- plagiarism --evidence --calibrate VERSION`: how many answers are reported among 10,000 songs with the shape of their runs and
 * without, each source of songs left out of the fit and of the calibration, at the same rate of false reports; and what other features would add.
 */
import { evenBits } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { evidenceReachedBy } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { calibrationOf } from './calibrate.js';
import { sourceOf } from './evidence-collections.js';
import { fitRunModel, type RunModel, rescored, runFeatures, shippedFeatures } from './fit-run-model.js';
import { bootstrapped, type Interval } from './judge-evidence.js';
import type { ManySongs } from './many-songs.js';
import type { MeasuredCollection } from './measured-pairs.js';
import type { FeatureName } from './pair-features.js';

const songs = 10_000;

interface Reports {
  /** Bits from which a song is reported. */
  readonly threshold: number;
  /** Of each answer, by family: whether it is reported. */
  readonly found: readonly { readonly family: string; readonly value: number }[];
  /** Queries with a report of a song that is no listed answer. */
  readonly unlisted: number;
}

/** `model`: null for the bits as they were measured. */
function reportsOf(
  held: MeasuredCollection,
  model: RunModel | null,
  others: readonly MeasuredCollection[],
  many: readonly ManySongs[],
): Reports {
  const calibration = calibrationOf('left out', model, others, many);
  const rate = (1000 * calibration.reportedInSearch) / songs;
  const isSounding = held.queries.some(({ source }) => source === 'audio');
  const threshold = Math.max(
    evenBits,
    evidenceReachedBy(calibration, isSounding ? 'transcribed' : 'written', rate),
  );
  const { queries } = model ? rescored(held, model) : held;
  return {
    threshold,
    found: queries.flatMap(({ family, pairs }) =>
      pairs
        .filter(({ isAnswer }) => isAnswer)
        .map(({ bits }) => ({ family, value: bits >= threshold ? 1 : 0 })),
    ),
    unlisted: queries.filter(({ pairs }) =>
      pairs.some(({ isAnswer, bits }) => !isAnswer && bits >= threshold),
    ).length,
  };
}

const text = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

interface Judged {
  readonly held: MeasuredCollection;
  /** Of other sources. */
  readonly others: readonly MeasuredCollection[];
  readonly many: readonly ManySongs[];
  readonly reports: Reports;
}

const shareOf = (list: readonly Judged[]): number =>
  mean(list.map(({ reports }) => mean(reports.found.map(({ value }) => value))));

function printOtherFeatures(
  judged: (names: readonly FeatureName[]) => Judged[],
  shaped: readonly Judged[],
): void {
  console.log('\nWith other features of the run: mean share that is reported, and mean threshold');
  console.log('| features | share | threshold |\n|---|---|---|');
  const others = runFeatures.filter((name) => !shippedFeatures.includes(name));
  for (const names of [shippedFeatures, ...others.map((name) => [...shippedFeatures, name]), others]) {
    const list = names === shippedFeatures ? shaped : judged(names);
    const threshold = mean(list.map(({ reports }) => reports.threshold));
    console.log(`| ${names.join(', ')} | ${shareOf(list).toFixed(4)} | ${threshold.toFixed(1)} |`);
  }
}

/** Prints the tables; returns the mean shares of answers that are reported, for the card. */
export function printRunModel(
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  isAblation: boolean,
): Record<string, number> {
  const asked = collections.filter(({ queries }) =>
    queries.some(({ pairs }) => pairs.some(({ isAnswer }) => isAnswer)),
  );
  const judged = (names: readonly FeatureName[]): Judged[] =>
    asked.map((held) => {
      const source = sourceOf(held.name);
      const others = collections.filter(({ name }) => sourceOf(name) !== source);
      const otherMany = many.filter(({ kind }) => sourceOf(kind) !== source);
      const model = fitRunModel(others, otherMany, names);
      return { held, others, many: otherMany, reports: reportsOf(held, model, others, otherMany) };
    });
  const shaped = judged(shippedFeatures);
  console.log(`\nAnswers reported among ${songs} songs, each source left out; 95 % intervals by families`);
  console.log(
    '| collection | answers | threshold as measured | with the shape of runs | reported as measured | with the shape of runs | gain | queries with an unlisted report, as measured | with the shape |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const before = shaped.map((one) => reportsOf(one.held, null, one.others, one.many));
  for (const [at, { held, reports }] of shaped.entries()) {
    const { found, threshold, unlisted } = before[at]!;
    const gain = found.map(({ family, value }, one) => ({
      family,
      value: reports.found[one]!.value - value,
    }));
    console.log(
      `| ${[
        held.name,
        found.length,
        threshold.toFixed(1),
        reports.threshold.toFixed(1),
        text(bootstrapped(found)),
        text(bootstrapped(reports.found)),
        text(bootstrapped(gain)),
        unlisted,
        reports.unlisted,
      ].join(' | ')} |`,
    );
  }
  if (isAblation) printOtherFeatures(judged, shaped);
  return {
    'share of answers reported among 10,000, as measured before': mean(
      before.map(({ found }) => mean(found.map(({ value }) => value))),
    ),
    'share of answers reported among 10,000': shareOf(shaped),
  };
}
