/**
 * What a share of notes that sound where chroma sequences lay two songs side by side says of a common tune: the log of a likelihood ratio of two
 * beta-binomial distributions (Skellam 1948), as songs differ in how well their tunes are heard, and in how far chords choose the notes of tunes. Their
 * numbers are fitted (`npm run bench -- plagiarism --only tune-agreement`) and come with the program as data.
 */
import { loadTables } from '../../../models/embedded/table-file.js';
import type { PlacedNotes } from '../../../music/melody/laying/placed-notes.js';
import { logBeta } from '../../../signal/log-gamma.js';

export const tuneAgreementId = 'tune-agreement';

/** How the share of agreeing notes is distributed over pairs of songs. */
export interface ShareDistribution {
  /** Of the notes that would not agree at other places nearby, how many do at this one, in the mean. */
  readonly aboveChance: number;
  /** How much the shares of different pairs are one share: the more, the less they differ (the sum of the two parameters of the beta distribution). */
  readonly concentration: number;
}

export interface TuneRule {
  readonly unrelated: ShareDistribution;
  readonly related: ShareDistribution;
}

export const tuneRuleRows = ['unrelated', 'related'] as const;
export const tuneRuleColumns = ['above-chance', 'concentration'] as const;

let loaded: TuneRule | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function embeddedTuneRule(): TuneRule {
  if (!loaded) {
    const shape = { shares: { rows: tuneRuleRows, columns: tuneRuleColumns } };
    const [unrelated, related] = loadTables(tuneAgreementId, shape).shares.map(
      ([aboveChance, concentration]): ShareDistribution => ({
        aboveChance: aboveChance!,
        concentration: concentration!,
      }),
    );
    loaded = { unrelated: unrelated!, related: related! };
  }
  return loaded;
}

/** Fewer notes say nothing. */
export const fewestTuneNotes = 4;

/** Share of agreeing notes in the mean. */
const meanShare = (chanceShare: number, { aboveChance }: ShareDistribution): number =>
  chanceShare + aboveChance * (1 - chanceShare);

/** Natural logarithm of the likelihood of a number of agreeing notes, but for what is the same in every distribution. */
export function logLikelihood(
  { notes, agreeing, chanceShare }: PlacedNotes,
  distribution: ShareDistribution,
): number {
  const mean = meanShare(chanceShare, distribution);
  const [a, b] = [mean * distribution.concentration, (1 - mean) * distribution.concentration];
  return logBeta(agreeing + a, notes - agreeing + b) - logBeta(a, b);
}

/**
 * Bits for a common tune; negative where fewer notes agree than in most versions of one song. Fewer than agree in unrelated songs say no more than as
 * many: it rises with the share. 0 of few notes.
 */
export function tuneBits(placed: PlacedNotes, { unrelated, related }: TuneRule = embeddedTuneRule()): number {
  const { notes, chanceShare } = placed;
  if (notes < fewestTuneNotes) return 0;
  const agreeing = Math.max(placed.agreeing, notes * meanShare(chanceShare, unrelated));
  const counted = { notes, agreeing, chanceShare };
  return (logLikelihood(counted, related) - logLikelihood(counted, unrelated)) / Math.LN2;
}
