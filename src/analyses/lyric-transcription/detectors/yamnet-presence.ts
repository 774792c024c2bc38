/** What YAMNet's scores mean for a song: singing in a dense mix scores hundredths, instruments thousandths. */
import type { VoiceScores } from './yamnet.js';

const songQuantile = 0.9;
/** Score of the song's upper tenth at which voice and no voice are equally likely, and the slope of the logit. */
export const evenScore = 0.0126;
const slope = 3;

/** Natural logarithm of the upper tenth of the patches' stronger score, sung or spoken. */
export function yamnetStatistic({ sung, spoken }: VoiceScores): number {
  const strongest = Array.from(sung, (score, i) => Math.max(score, spoken[i]!)).sort((a, b) => a - b);
  const at = Math.min(strongest.length - 1, Math.floor(songQuantile * strongest.length));
  return Math.log((strongest[at] ?? 0) + 1e-5);
}

/** Probability of a voice somewhere in the song. */
export function yamnetPresence(scores: VoiceScores): number {
  return 1 / (1 + Math.exp(-slope * (yamnetStatistic(scores) - Math.log(evenScore))));
}
