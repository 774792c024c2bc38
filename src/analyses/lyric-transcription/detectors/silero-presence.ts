/** What Silero's scores of the embedded vocal estimate mean for a song: singers score far below speakers. */

import { logistic, logOddsOf } from '../../../signal/logistic.js';

/** A second: a drum or a guitar may sound like speech for a moment. */
const smoothedSteps = 31;
const songQuantile = 0.95;
/** Score at which voice and no voice are equally likely, half of what is usual for speech, and the slope of the logit. */
const sileroEvenScore = 0.25;
const slope = 1;

/** Log odds of the upper twentieth of the steps' means over a second. */
function sileroStatistic(scores: Float32Array): number {
  const means = new Float32Array(scores.length);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    sum += scores[i]! - (i >= smoothedSteps ? scores[i - smoothedSteps]! : 0);
    means[i] = sum / Math.min(smoothedSteps, i + 1);
  }
  means.sort();
  const at = Math.min(means.length - 1, Math.floor(songQuantile * means.length));
  return logOddsOf(means[at] ?? 0, 1e-4);
}

/** Probability of a voice somewhere in the song. */
export function sileroPresence(scores: Float32Array): number {
  return logistic(slope * (sileroStatistic(scores) - logOddsOf(sileroEvenScore)));
}
