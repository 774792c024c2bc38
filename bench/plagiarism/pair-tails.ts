/** How often unrelated songs reach which evidence: the tails that the calibration is made of. */
import type { PairCalibration } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import type { MeasuredCollection } from './measured-pairs.js';

type Tail = PairCalibration['written'];

/**
 * Rates at which quantiles are taken, in 1,000 unrelated songs. What is rarer is extrapolated: among the rarest pairs of any
 * collection are variants of one tune that nobody listed.
 */
const rates = [20, 10, 5, 2, 1];
/** The levels between which the tail's decay is measured. */
const [decayFrom, decayTo] = [10, 1];
/** Fewer pairs than this above a level say nothing of it. */
const minExceeding = 3;

export interface KindTail {
  readonly kind: string;
  readonly pairs: number;
  /** In 1,000 unrelated songs, falling. */
  readonly rates: readonly number[];
  /** By place in `rates`; null where too few pairs reach it, or more were not kept. */
  readonly levels: readonly (number | null)[];
  /** Evidence by which the tail falls e-fold; 0 where it cannot be measured. */
  readonly decay: number;
}

export function kindTail({ name, queries }: MeasuredCollection): KindTail {
  const scores = queries
    .flatMap((query) => query.pairs.filter(({ isAnswer }) => !isAnswer).map(({ bits }) => bits))
    .sort((a, b) => b - a);
  const pairs = queries.reduce((sum, { unrelated }) => sum + unrelated, 0);
  const levels = rates.map((rate) => {
    const exceeding = Math.floor((rate * pairs) / 1000);
    return exceeding < minExceeding || exceeding >= scores.length ? null : scores[exceeding]!;
  });
  const [upper, lower] = [levels[rates.indexOf(decayTo)], levels[rates.indexOf(decayFrom)]];
  const decay = upper != null && lower != null ? (upper - lower) / Math.log(decayFrom / decayTo) : 0;
  return { kind: name, pairs, rates, levels, decay };
}

/** Rates at which the calibration has levels: those that are measured, and beyond them what each kind's own tail gives. */
const calibratedRates = [...rates, 0.1, 0.01, 0.001];

/** A kind's level at a rate: as measured, else from the rarest measured one by its own decay; null where neither is known. */
function levelAt(kind: KindTail, rate: number): number | null {
  const place = kind.rates.indexOf(rate);
  if (place >= 0 && kind.levels[place] != null) return kind.levels[place];
  const rarest = kind.levels.findLastIndex((level) => level !== null);
  const from = kind.rates[rarest];
  if (from === undefined || rate > from || kind.decay === 0) return null;
  return kind.levels[rarest]! + kind.decay * Math.log(from / rate);
}

/** At each rate the kind of music that reaches most, so that what is promised holds for each kind alone; also where it is extrapolated. */
export function worstTail(tails: readonly KindTail[]): Tail {
  const levels: number[] = [];
  const per1000: number[] = [];
  for (const rate of calibratedRates) {
    const known = tails.flatMap((one) => levelAt(one, rate) ?? []);
    if (known.length === 0) continue;
    const level = rounded(Math.max(...known));
    if (level <= (levels.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
    levels.push(level);
    per1000.push(rate);
  }
  return {
    levels,
    per1000,
    decay: rounded(Math.max(...tails.map(({ decay }) => decay))),
    pairs: tails.reduce((sum, { pairs }) => sum + pairs, 0),
    kinds: tails.map(({ kind }) => kind),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
