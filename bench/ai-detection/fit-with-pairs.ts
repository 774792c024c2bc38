/**
 * Whether pairs made here help: heads fitted on the corpora, on pairs alone, and on both, each judged on generators,
 * recordings and stride sets that the fit did not see, nor the music of.
 */
import { type Calibration, embeddedCalibration } from '../../src/analyses/ai-detection/calibration.js';
import { type Features, probabilityOf, trackFeatures } from '../../src/analyses/ai-detection/heads.js';
import { products } from '../../src/analyses/ai-detection/products.js';
import { fitHeads, type TrainingExample } from '../../src/analyses/ai-detection/train-heads.js';
import type { Case } from './cases.js';
import { conditions } from './conditions.js';
import { heldOutGroup } from './judged-cases.js';
import type { PairMember } from './pairs.js';
import { areaUnderCurve, type Scored, truePositiveRate } from './statistics.js';
import { invisible, table } from './tables.js';

const folds = 5;
const shownConditions = [conditions[0]!.name, 'mp3 128', 'mp3 64', 'speed +3 %', 'pitch +1'];

interface Fit {
  readonly name: string;
  readonly withCorpora: boolean;
  readonly withPairs: boolean;
}
const fits: readonly Fit[] = [
  { name: 'corpora (as shipped)', withCorpora: true, withPairs: false },
  { name: 'pairs alone', withCorpora: false, withPairs: true },
  { name: 'corpora and pairs', withCorpora: true, withPairs: true },
];

/** The binary models of `standard` together, before what too little sound takes off. */
function standardProbability(heads: Calibration['heads'], features: Features): number {
  let sum = 0;
  for (const { id, head } of products.standard) {
    sum += embeddedCalibration.ensembleWeights.standard![id]! * probabilityOf(heads[head], features);
  }
  return sum;
}

interface Judged extends Scored {
  readonly isFake: boolean;
  readonly condition: string;
  readonly group: string;
}

/** `isHeldOut` names what this fold must not see. */
function heads(
  fit: Fit,
  cases: readonly Case[],
  pairs: readonly PairMember[],
  isCaseOut: (one: Case) => boolean,
  isPairOut: (one: PairMember) => boolean,
): Calibration['heads'] {
  const examples: TrainingExample[] = [];
  for (const one of fit.withCorpora ? cases : []) {
    if (one.condition !== conditions[0]!.name || isCaseOut(one)) continue;
    const features = trackFeatures(one.measurement);
    examples.push({ features, isFake: one.isFake, group: heldOutGroup(one) });
  }
  for (const one of fit.withPairs ? pairs : []) {
    if (isPairOut(one)) continue;
    const group = one.isFake ? `strides ${one.strideSet}` : `pair of ${one.music}`;
    examples.push({ features: one.features, isFake: one.isFake, group });
  }
  return fitHeads(examples);
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();

function judgeCorpora(fit: Fit, cases: readonly Case[], pairs: readonly PairMember[]): Judged[] {
  const groups = [true, false].map((isFake) =>
    distinct(cases.filter((one) => one.isFake === isFake).map(heldOutGroup)),
  );
  const foldOf = (one: Case): number => groups[one.isFake ? 0 : 1]!.indexOf(heldOutGroup(one)) % folds;
  return Array.from({ length: folds }, (_, fold) => {
    const music = new Set(cases.filter((one) => !one.isFake && foldOf(one) === fold).map(({ file }) => file));
    const fitted = heads(
      fit,
      cases,
      pairs,
      (one) => foldOf(one) === fold,
      (one) => music.has(one.music),
    );
    return cases
      .filter((one) => foldOf(one) === fold)
      .map((one) => ({
        isFake: one.isFake,
        group: one.group,
        condition: one.condition,
        file: `${one.group}/${one.file}`,
        score: standardProbability(fitted, trackFeatures(one.measurement)),
      }));
  }).flat();
}

/** Pairs of unseen stride sets, by heads that saw neither the strides nor the music. */
function judgePairs(fit: Fit, cases: readonly Case[], pairs: readonly PairMember[]): Judged[] {
  const sets = distinct(pairs.map(({ strideSet }) => strideSet));
  return Array.from({ length: folds }, (_, fold) => {
    const out = pairs.filter(({ strideSet }) => sets.indexOf(strideSet) % folds === fold);
    const music = new Set(out.map((one) => one.music));
    const fitted = heads(
      fit,
      cases,
      pairs,
      ({ isFake, file }) => !isFake && music.has(file),
      (one) => music.has(one.music),
    );
    return out.map((one) => ({
      isFake: one.isFake,
      group: one.strideSet,
      condition: 'pairs',
      file: one.music,
      score: standardProbability(fitted, one.features),
    }));
  }).flat();
}

const two = (value: number): string => value.toFixed(3);

/** A row a fit. */
export function pairsTable(cases: readonly Case[], pairs: readonly PairMember[]): string {
  const rows = fits.map((fit) => {
    const visible = judgeCorpora(fit, cases, pairs).filter(({ group }) => !invisible.includes(group));
    const under = (condition: string, isFake: boolean): Judged[] =>
      visible.filter((one) => one.condition === condition && one.isFake === isFake);
    const aucs = shownConditions.map((name) => two(areaUnderCurve(under(name, true), under(name, false))));
    const [fakes, reals] = [under(conditions[0]!.name, true), under(conditions[0]!.name, false)];
    const accused = visible.filter(({ isFake, score }) => !isFake && score > 0.6);
    const made = judgePairs(fit, cases, pairs);
    const decoded = made.filter(({ isFake }) => isFake);
    const originals = made.filter(({ isFake }) => !isFake);
    return [
      fit.name,
      ...aucs,
      two(truePositiveRate(fakes, reals, 0.01)),
      two(truePositiveRate(fakes, reals, 0.05)),
      `${accused.length} of ${visible.filter(({ isFake }) => !isFake).length}`,
      two(areaUnderCurve(decoded, originals)),
    ];
  });
  const head = [
    'heads fitted on',
    ...shownConditions.map((name) => `AUC ${name}`),
    'TPR at 1 %',
    'TPR at 5 %',
    'real accused, all conditions',
    'AUC unseen stride sets',
  ];
  return table(head, rows);
}
