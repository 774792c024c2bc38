/** The two tails of the calibration: of pairs of written songs, and of pairs of which one song or both were transcribed. */
import type { PairCalibration } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { deepTails } from './deep-tails.js';
import type { ManySongs } from './many-songs.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { type KindTail, kindTail, worstTail } from './pair-tails.js';
import { isWritten } from './songs-among-many.js';

type Tail = PairCalibration['written'];

/** Below the reporting threshold, a pair is possible where at most one unrelated song of 1,000 reaches its evidence. Declared. */
export const possible = 1;

const isSounding = ({ queries }: MeasuredCollection): boolean =>
  queries.some(({ source }) => source === 'audio');

export const hasSound = (collections: readonly MeasuredCollection[], many: readonly ManySongs[]): boolean =>
  collections.some(isSounding) || many.some(({ kind }) => !isWritten(kind));

const writtenKinds = (collections: readonly MeasuredCollection[]): KindTail[] =>
  collections.filter((one) => !isSounding(one)).map(kindTail);

const deep = (many: readonly ManySongs[], written: boolean): KindTail[] =>
  many.filter(({ kind }) => isWritten(kind) === written).flatMap(deepTails);

export function writtenTail(collections: readonly MeasuredCollection[], many: readonly ManySongs[]): Tail {
  return worstTail([...writtenKinds(collections), ...deep(many, true)]);
}

/** What the calibration says of written songs as far as it was measured in every collection; beyond, pop songs among 10,000 decide. */
export function presentLevels({ version, written }: PairCalibration): KindTail {
  const rates = written.per1000.filter((rate) => rate >= possible);
  return {
    kind: `written songs of ${version}`,
    pairs: written.pairs,
    rates,
    levels: written.levels.slice(0, rates.length),
    decay: 0,
  };
}

/**
 * Weak evidence has the levels of written songs as well where these are higher: other transcribed music may be as usual as they are, and a
 * song is not `possible` sooner for it. What is rarer is of transcribed songs alone where some were asked for among 10,000. Where none
 * were, evidence becomes rarer as in what was transcribed, or, where nothing was, by `presentDecay`.
 */
export function transcribedTail(
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  presentDecay: number | null = null,
  written: readonly KindTail[] = writtenKinds(collections),
): Tail {
  const amongMany = deep(many, false);
  const sounding = [...collections.filter(isSounding).map(kindTail), ...amongMany];
  const ownDecay = sounding.length > 0 ? worstTail(sounding).decay : presentDecay;
  const asTranscribed = written.map((one) => ({
    ...one,
    decay: amongMany.length > 0 ? 0 : (ownDecay ?? one.decay),
  }));
  return worstTail([...asTranscribed, ...sounding]);
}
