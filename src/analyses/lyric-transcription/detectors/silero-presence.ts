/** What Silero's scores of the embedded vocal estimate mean for a song: singers score far below speakers. */

const songQuantile = 0.9;
/** Score of the song's upper tenth at which voice and no voice are equally likely, and the slope of the logit. */
export const sileroEvenScore = 0.05;
const slope = 1.5;

/** Natural logarithm of odds of the upper tenth of the steps. */
export function sileroStatistic(scores: Float32Array): number {
  const sorted = scores.slice().sort();
  const at = Math.min(sorted.length - 1, Math.floor(songQuantile * sorted.length));
  const score = Math.min(1 - 1e-4, Math.max(1e-4, sorted[at] ?? 0));
  return Math.log(score / (1 - score));
}

/** Probability of a voice somewhere in the song. */
export function sileroPresence(scores: Float32Array): number {
  const even = Math.log(sileroEvenScore / (1 - sileroEvenScore));
  return 1 / (1 + Math.exp(-slope * (sileroStatistic(scores) - even)));
}
