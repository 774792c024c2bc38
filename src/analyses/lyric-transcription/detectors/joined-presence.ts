/**
 * What an installed detector and the built-in classifier say together: they err on different recordings (the
 * detector on synthesised instruments, the classifier on faint voices). Log odds are averaged; those of the
 * classifier are held back, so that it tips the scales but never overrules a detector that is sure.
 */
import { logistic, logOddsOf } from '../../../signal/logistic.js';

const weightOfDetector: Readonly<Record<string, number>> = { yamnet: 0.7, 'silero-vad': 0.5 };
const farthestOwn = 3;

/** Both are probabilities; so is the result. */
export function joinedPresence(
  own: number,
  detected: { readonly id: string; readonly presence: number },
): number {
  const weight = weightOfDetector[detected.id] ?? 0.5;
  const held = Math.max(-farthestOwn, Math.min(farthestOwn, logOddsOf(own)));
  return logistic(weight * logOddsOf(detected.presence) + (1 - weight) * held);
}
