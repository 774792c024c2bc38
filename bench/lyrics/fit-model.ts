/** Fits the lyric evidence model on measured cases, folds by work and by language pair, and writes it as data. */
import { featureShapes, modelId } from '../../src/analyses/lyric-plagiarism/evidence/features.js';
import { foundPer1000, type LyricOdds } from '../../src/analyses/lyric-plagiarism/evidence/odds.js';
import { calibrate, type HeldOutCase } from '../../src/models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../src/models/evidence-model.js';
import { type FeatureShape, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import { writeEvidenceModel } from '../evidence-model.js';
import { grouped } from '../grouped.js';
import type { MeasuredCase } from './measure-evidence.js';
import { textHash } from './random.js';

const foldCount = 5;

/** Cases of one group are held out together: a work, or a language pair with all that is in its language. */
const foldOf = ({ group }: MeasuredCase): number => textHash(group) % foldCount;

export interface Scored {
  readonly one: MeasuredCase;
  /** Of the right song; of the best one where none is right. The lowest possible where no song was found. */
  readonly logOdds: number;
  /** Whether the right song came first. */
  readonly isFirst: boolean;
}

export function fitOdds(
  cases: readonly MeasuredCase[],
  version: string,
  shapes: readonly FeatureShape[] = featureShapes,
): EvidenceModel {
  const kept = shapes.map(({ name }) => featureShapes.findIndex((shape) => shape.name === name));
  const fitted = fitEvidenceModel(
    shapes,
    cases.flatMap(({ songs, work }) => {
      const chosen = work === null ? songs : songs.filter(({ isRight }) => isRight);
      if (chosen.length === 0) return [];
      const candidates = chosen.map(({ values }) => kept.map((index) => values[index]!));
      return [{ candidates, isPositive: work !== null, weight: 1 }];
    }),
  );
  return { format: evidenceModelFormat, formatVersion: 1, id: modelId, version, ...fitted };
}

export function score(
  model: EvidenceModel,
  one: MeasuredCase,
  shapes: readonly FeatureShape[] = featureShapes,
): Scored {
  const kept = shapes.map(({ name }) => featureShapes.findIndex((shape) => shape.name === name));
  const lowest = logOddsOf(
    model,
    shapes.map(({ knots }) => knots[0]!),
  );
  const oddsOf = (values: readonly number[]): number =>
    logOddsOf(
      model,
      kept.map((index) => values[index]!),
    );
  let [right, wrong] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { isRight, values } of one.songs) {
    const odds = oddsOf(values);
    if (isRight) right = Math.max(right, odds);
    else wrong = Math.max(wrong, odds);
  }
  const asked = one.work === null ? wrong : right;
  return { one, logOdds: Math.max(lowest, asked), isFirst: one.work !== null && right > wrong };
}

/** Each fold scored by a model that was fitted on the others. */
export function heldOut(cases: readonly MeasuredCase[], shapes?: readonly FeatureShape[]): Scored[] {
  return Array.from({ length: foldCount }, (_, fold) => {
    const model = fitOdds(
      cases.filter((one) => foldOf(one) !== fold),
      'fold',
      shapes,
    );
    return cases.filter((one) => foldOf(one) === fold).map((one) => score(model, one, shapes));
  }).flat();
}

/** Unrelated lyrics count that are songs: lists of sentences find less, and would make songs look safer than they are. */
export function calibrationOf(scored: readonly Scored[], model: string, version: string) {
  const songs = scored.filter(({ one }) => one.work !== null || !one.kind.startsWith('sentences'));
  const cases: HeldOutCase[] = songs.map(({ one, logOdds }) => ({
    logOdds,
    isPositive: one.work !== null,
    group: one.kind,
  }));
  return calibrate(cases, {
    model,
    modelVersion: version,
    version: `${version}, ${foundPer1000} in 1,000`,
    falseAlarmsPer1000: foundPer1000,
  });
}

/** Fits on all cases and writes weights, calibration and card. */
export function writeModel(
  cases: readonly MeasuredCase[],
  scored: readonly Scored[],
  { version, command, metrics }: { version: string; command: string; metrics: Record<string, number> },
): LyricOdds {
  const model = fitOdds(cases, version);
  const calibration = calibrationOf(scored, model.id, version);
  writeEvidenceModel(
    { model, calibration },
    {
      intendedUse:
        'Odds that a song of a database shares text with a lyric, or is a translation of it, from measurements of src/analyses/lyric-plagiarism; evidence for a person, no proof.',
      limits: [
        'Fitted on public-domain songs, hymns and sentences and on edits made by program; modern lyrics are few.',
        'Translations were sentences in the same order; free translations that rhyme are a handful.',
      ],
      trainingCommand: command,
      seed: 41,
      metrics,
      groups: [...grouped(cases, ({ kind }) => kind)].map(([group, some]) => ({
        group,
        isPositive: some[0]!.work !== null,
        measured: some.map(({ songs }) => songs),
      })),
    },
  );
  return { model, calibration };
}
