/**
 * What an installed detector and the built-in classifier say together: they err on different recordings (the
 * detector on synthesised instruments, the classifier on faint voices). Log odds are averaged; those of the
 * classifier are held back, so that it tips the scales but never overrules a detector that is sure.
 */
const weightOfDetector: Readonly<Record<string, number>> = { yamnet: 0.7, 'silero-vad': 0.5 };
const farthestOwn = 3;

/** Both are probabilities; so is the result. */
export function joinedPresence(
  own: number,
  detected: { readonly id: string; readonly presence: number },
): number {
  const weight = weightOfDetector[detected.id] ?? 0.5;
  const held = Math.max(-farthestOwn, Math.min(farthestOwn, logOdds(own)));
  return 1 / (1 + Math.exp(-(weight * logOdds(detected.presence) + (1 - weight) * held)));
}

function logOdds(probability: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(inside / (1 - inside));
}
