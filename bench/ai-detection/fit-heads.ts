/**
 * Fits the embedded heads on pairs made here, chooses the ensembles' weights, says how both do on stride sets and music
 * that they did not see, and writes them into calibration.ts with the run's card.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Calibration, embeddedCalibration } from '../../src/analyses/ai-detection/heads/calibration.js';
import { probabilityOf, trackFeatures } from '../../src/analyses/ai-detection/heads/heads.js';
import { fitHeads } from '../../src/analyses/ai-detection/heads/train-heads.js';
import { products } from '../../src/analyses/ai-detection/results/products.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import type { PairMember } from './pairs.js';
import { areaUnderCurve, truePositiveRate } from './statistics.js';
import { percentInterval, table } from './tables.js';

const folds = 5;
const calibrationPath = 'src/analyses/ai-detection/heads/calibration.ts';
const [beginMark, endMark] = ['  // fitted: begin', '  // fitted: end'];
/** Steps and least share of a model in an ensemble: every model has a voice. */
const weightStep = 0.05;
const leastWeight = 0.05;

type Fit = Pick<Calibration, 'heads' | 'ensembleWeights'>;
const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();

function headsOf(pairs: readonly PairMember[]): Calibration['heads'] {
  return fitHeads(
    pairs.map(({ measurement, isFake, music, strideSet }) => ({
      features: trackFeatures(measurement),
      isFake,
      group: isFake ? strideSet : music,
    })),
  );
}

/** All ways of sharing 1 among `count` models in steps. */
function sharesOf(count: number, left = 1): number[][] {
  if (count === 1) return [[Math.round(left * 100) / 100]];
  const shares: number[][] = [];
  for (let first = leastWeight; first <= left - leastWeight * (count - 1) + 1e-9; first += weightStep) {
    for (const rest of sharesOf(count - 1, left - first)) {
      shares.push([Math.round(first * 100) / 100, ...rest]);
    }
  }
  return shares;
}

/** The weights of least log loss on the pairs. */
function weightsOf(heads: Calibration['heads'], pairs: readonly PairMember[]): Fit['ensembleWeights'] {
  const features = pairs.map(({ measurement }) => trackFeatures(measurement));
  return Object.fromEntries(
    Object.entries(products).map(([product, specs]) => {
      const voters = specs.filter(({ task }) => task === 'binary');
      const votes = features.map((one) => voters.map(({ head }) => probabilityOf(heads[head], one)));
      let best = { loss: Number.POSITIVE_INFINITY, shares: [1] };
      for (const shares of sharesOf(voters.length)) {
        let loss = 0;
        for (const [index, { isFake }] of pairs.entries()) {
          const fake = votes[index]!.reduce((sum, vote, voter) => sum + vote * shares[voter]!, 0);
          loss -= Math.log(isFake ? fake : 1 - fake);
        }
        if (loss < best.loss) best = { loss, shares };
      }
      return [product, Object.fromEntries(voters.map(({ id }, index) => [id, best.shares[index]!]))];
    }),
  );
}

function fitOf(pairs: readonly PairMember[]): Fit {
  const heads = headsOf(pairs);
  return { heads, ensembleWeights: weightsOf(heads, pairs) };
}

interface Judged {
  readonly member: PairMember;
  readonly fake: number;
  readonly callsFake: boolean;
  readonly abstains: boolean;
}

/** Every member judged by a fit that saw neither its strides nor its music; `mayLearn` says which pairs a fit may see. */
function heldOut(pairs: readonly PairMember[], mayLearn: (one: PairMember) => boolean): Judged[] {
  const sets = distinct(pairs.map(({ strideSet }) => strideSet));
  return Array.from({ length: folds }, (_, fold) => {
    const isOut = ({ strideSet }: PairMember): boolean => sets.indexOf(strideSet) % folds === fold;
    const out = pairs.filter(isOut);
    // Both windows of a recording leave together.
    const recordingOf = (music: string): string => music.replace(/ [\d.]+$/, '');
    const music = new Set(out.map((one) => recordingOf(one.music)));
    const isPiece = (one: PairMember): boolean => !one.isRecorded && !isOut(one);
    const seen = pairs.filter(
      (one) => mayLearn(one) && !isOut(one) && (isPiece(one) || !music.has(recordingOf(one.music))),
    );
    const calibration: Calibration = { ...embeddedCalibration, ...fitOf(seen) };
    return out.map((member) => {
      const judged = judge('standard', member.measurement, calibration);
      return {
        member,
        fake: judged.fake,
        callsFake: judged.finalResult.prediction === 'fake',
        abstains: judged.abstained,
      };
    });
  }).flat();
}

const scored = (judged: readonly Judged[]): { score: number; file: string }[] =>
  judged.map(({ fake, member }) => ({ score: fake, file: member.music }));

function rowOf(name: string, judged: readonly Judged[]): string[] {
  const fakes = judged.filter(({ member }) => member.isFake);
  const reals = judged.filter(({ member }) => !member.isFake);
  const accused = reals.filter(({ callsFake }) => callsFake).length;
  const share = (some: readonly Judged[], is: (one: Judged) => boolean): string =>
    `${some.filter(is).length} of ${some.length}`;
  return [
    name,
    String(fakes.length),
    areaUnderCurve(scored(fakes), scored(reals)).toFixed(3),
    truePositiveRate(scored(fakes), scored(reals), 0.01).toFixed(2),
    share(fakes, ({ callsFake }) => callsFake),
    percentInterval(accused, reals.length),
    share(reals, ({ abstains }) => abstains),
  ];
}

const head = [
  'held-out pairs',
  'pairs',
  'AUC',
  'TPR at 1 % FPR',
  'decoded, called fake',
  'originals accused (95 % interval)',
  'originals, cannot tell',
];

/** Rows for each way of fitting, then for the parts of the fit on everything. */
export function heldOutTable(pairs: readonly PairMember[]): string {
  const all = heldOut(pairs, () => true);
  const isRecorded = ({ member }: Judged): boolean => member.isRecorded;
  const rows = [rowOf('**fitted on all pairs (shipped)**', all)];
  if (pairs.some((one) => one.isRecorded)) {
    const pieces = heldOut(pairs, (one) => !one.isRecorded);
    rows.push(rowOf('fitted on synthesised music alone', pieces));
    rows.push(rowOf('shipped: recordings', all.filter(isRecorded)));
    rows.push(
      rowOf(
        'shipped: synthesised music',
        all.filter((one) => !isRecorded(one)),
      ),
    );
  }
  for (const rate of distinct(pairs.map(({ strideSet }) => strideSet.split(':')[0]!))) {
    rows.push(
      rowOf(
        `shipped: decoders at ${rate} Hz`,
        all.filter(({ member }) => member.strideSet.startsWith(`${rate}:`)),
      ),
    );
  }
  for (const codec of distinct(pairs.map(({ chain }) => chain.split(',')[0]!))) {
    rows.push(
      rowOf(
        `shipped: then ${codec}, at its own speed`,
        all.filter(({ member }) => member.chain === codec),
      ),
    );
  }
  rows.push(
    rowOf(
      'shipped: at another speed (±4 %)',
      all.filter(({ member }) => member.chain.includes('speed')),
    ),
  );
  return table(
    head,
    rows.filter((row) => row[1] !== '0'),
  );
}

/** Writes the heads and weights fitted on all pairs, with the run's card, into calibration.ts. */
export function writeFitted(pairs: readonly PairMember[]): string {
  const { heads, ensembleWeights } = fitOf(pairs);
  const judged = heldOut(pairs, () => true);
  const [fakes, reals] = [true, false].map((isFake) =>
    judged.filter(({ member }) => member.isFake === isFake),
  );
  const card = {
    pairs: pairs.length / 2,
    ofRecordings: pairs.filter((one) => one.isRecorded).length / 2,
    strideSets: distinct(pairs.map(({ strideSet }) => strideSet)).length,
    heldOutAreaUnderCurve: Number(areaUnderCurve(scored(fakes!), scored(reals!)).toFixed(3)),
    heldOutCalledFake: fakes!.filter(({ callsFake }) => callsFake).length,
    heldOutOriginalsAccused: reals!.filter(({ callsFake }) => callsFake).length,
  };
  const source = readFileSync(calibrationPath, 'utf8');
  const [begin, end] = [source.indexOf(beginMark), source.indexOf(endMark)];
  if (begin < 0 || end < 0) throw new Error(`${calibrationPath} has no place for what was fitted.`);
  const text = `${beginMark}\n  // ${JSON.stringify(card)}\n  heads: ${JSON.stringify(heads, null, 2)},\n  ensembleWeights: ${JSON.stringify(ensembleWeights, null, 2)},\n`;
  writeFileSync(calibrationPath, source.slice(0, begin) + text + source.slice(end));
  return `Written to ${calibrationPath}: run the formatter, and give the calibration a new version.`;
}
