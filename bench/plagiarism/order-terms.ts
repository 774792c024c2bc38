/**
 * `npm run bench -- plagiarism --evidence`: what each term of the order of songs adds, and the same terms with weights that were fitted on the
 * other collections (conditional logistic regression: of a query's songs, which is an answer; McFadden 1974).
 */
import { passageShare, similarityShare } from '../../src/analyses/plagiarism/search/order-of-songs.js';
import { asked, compareOrders, type Interval, type Score } from './judge-evidence.js';
import type { MeasuredCollection, MeasuredPair } from './measured-pairs.js';
import { featureNames } from './pair-features.js';

const transcribed = featureNames.indexOf('transcribed');

/**
 * Evidence; rhythm and pace; the scan's rarity in symbolic and in transcribed songs; similarity of the sketches; how far the chroma sequence stands
 * out, where the evidence does not count it.
 */
function termsOf({ order, bits, passage, similarity, standing, candidates }: MeasuredPair): number[] {
  const isTranscribed = candidates[0]?.[transcribed] === 1;
  const share = passageShare[isTranscribed ? 'transcribed' : 'written'] * passage;
  const weak = order - bits - share - similarityShare * similarity - standing;
  return [bits, weak, isTranscribed ? 0 : passage, isTranscribed ? passage : 0, similarity, standing];
}

/** As they ship, in the order of `termsOf`. */
const shipped = [1, 1, passageShare.written, passageShare.transcribed, similarityShare, 1];
/** So that a step of the fit is as large for each of them. */
const scales = [10, 3, 20, 20, 5, 5];
const [rounds, step, penalty] = [400, 0.8, 1e-3];

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

/** Weights of the terms; none is negative. Every collection counts the same. */
function fitOrder(collections: readonly MeasuredCollection[]): number[] {
  const queries = collections.flatMap((collection) => {
    const own = asked(collection).filter(
      ({ pairs }) => pairs.some(({ isAnswer }) => isAnswer) && pairs.some(({ isAnswer }) => !isAnswer),
    );
    return own.map(({ pairs }) => ({
      weight: 1 / own.length,
      answers: pairs.filter(({ isAnswer }) => isAnswer).map(scaled),
      others: pairs.filter(({ isAnswer }) => !isAnswer).map(scaled),
    }));
  });
  const weights = shipped.map((weight, at) => 0.5 * weight * scales[at]!);
  for (let round = 0; round < rounds; round++) {
    const gradient = weights.map((weight) => -penalty * weight);
    for (const { weight, answers, others } of queries)
      for (const answer of answers) {
        const songs = [answer, ...others];
        const odds = songs.map((terms) => dot(terms, weights));
        const most = Math.max(...odds);
        const shares = odds.map((one) => Math.exp(one - most));
        const total = shares.reduce((sum, one) => sum + one, 0);
        for (const [at, value] of answer.entries()) {
          const mean = songs.reduce((sum, terms, song) => sum + (shares[song]! / total) * terms[at]!, 0);
          gradient[at]! += (weight / answers.length) * (value - mean);
        }
      }
    for (const at of weights.keys()) weights[at] = Math.max(0, weights[at]! + step * gradient[at]!);
  }
  return weights.map((weight, at) => weight / scales[at]!);
}

const scaled = (pair: MeasuredPair): number[] => termsOf(pair).map((value, at) => value / scales[at]!);

const scoreBy =
  (weights: readonly number[]): Score =>
  (pair) =>
    dot(termsOf(pair), weights);

const without = (...left: number[]): Score =>
  scoreBy(shipped.map((weight, at) => (left.includes(at) ? 0 : weight)));

const text = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

/** `reported`: collections that nothing is fitted on. */
export function printOrderTerms(
  collections: readonly MeasuredCollection[],
  reported: readonly MeasuredCollection[],
): void {
  const orders: readonly (readonly [string, Score])[] = [
    ['trigrams', ({ trigrams }) => trigrams],
    ['evidence alone', scoreBy([1, 0, 0, 0, 0, 0])],
    ['order as shipped', ({ order }) => order],
    ['without rhythm and pace', without(1)],
    ['without rarity', without(2, 3)],
    ['without similarity', without(4)],
    ['without standing', without(5)],
  ];
  console.log(
    '\nWhat each term of the order adds: MAP; weights fitted on the other collections, and their gain',
  );
  console.log(`| collection | queries | ${orders.map(([name]) => name).join(' | ')} | fitted | gain |`);
  console.log(`|---|---|${'---|'.repeat(orders.length + 2)}`);
  for (const collection of [...collections, ...reported]) {
    if (asked(collection).length === 0) continue;
    const fitted = scoreBy(fitOrder(collections.filter((other) => other !== collection)));
    const of = (score: Score) => compareOrders(collection, score, ({ order }) => order, 'averagePrecision');
    const cells = orders.map(([, score]) => of(score).own.value.toFixed(3));
    const { own, gain } = of(fitted);
    console.log(
      `| ${[collection.name, asked(collection).length, ...cells, own.value.toFixed(3), text(gain)].join(' | ')} |`,
    );
  }
}
