/** Trains presence by song: out-of-fold logits for honest figures, and one network on everything for shipping. */
import {
  type PresenceNetwork,
  presenceLogits,
} from '../../src/analyses/lyric-transcription/presence/classifier.js';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';
import type { PresenceCase } from './presence-cases.js';
import { overlap } from './timings.js';
import { type Example, type TrainOptions, trainNetwork } from './train-network.js';

export const trainOptions: TrainOptions = { hidden: 12, epochs: 30, decay: 0.02, noise: 0.3, seed: 7 };
export const foldCount = 6;
/** So much singing in a window makes it one with voice. */
const sungSeconds = 0.6;

/** Where a recording has no timings, its quieter half of windows by an earlier network is left out. */
function examplesOf(song: PresenceCase, earlier: PresenceNetwork | null): Example[] {
  const { windows, spans, hasVoice } = song;
  let picked: { features: Float32Array; label: 0 | 1 }[];
  if (!hasVoice) picked = windows.map((features) => ({ features, label: 0 }));
  else if (spans !== null) {
    picked = windows.flatMap((features, i) => {
      const start = i * windowHopSeconds;
      const sung = overlap(spans, start, start + windowSeconds);
      if (sung > 0 && sung < sungSeconds) return [];
      return [{ features, label: sung > 0 ? (1 as const) : (0 as const) }];
    });
  } else {
    const logits = windows.map((features) => (earlier ? presenceLogits(earlier, features)[0]! : 0));
    const middle = [...logits].sort((a, b) => a - b)[logits.length >> 1]!;
    picked = windows.flatMap((features, i) =>
      logits[i]! >= middle ? [{ features, label: 1 as const }] : [],
    );
  }
  // A long song says more than a short one, but not in proportion to its length.
  const weight = 1 / Math.sqrt(Math.max(1, picked.length));
  return picked.map((example) => ({ ...example, weight }));
}

function balanced(examples: readonly Example[]): Example[] {
  const sum = (label: number): number =>
    examples.reduce((total, one) => total + (one.label === label ? one.weight : 0), 0);
  const [negative, positive] = [sum(0), sum(1)];
  return examples.map((one) => ({ ...one, weight: one.weight / (one.label === 1 ? positive : negative) }));
}

export function train(cases: readonly PresenceCase[], options = trainOptions): PresenceNetwork {
  let network: PresenceNetwork | null = null;
  for (let round = 0; round < 2; round++) {
    network = trainNetwork(balanced(cases.flatMap((song) => examplesOf(song, network))), options);
  }
  return network!;
}

/** Groups dealt out so that folds have about equally many of both kinds. */
export function foldsOf(cases: readonly PresenceCase[]): Map<string, number> {
  const folds = new Map<string, number>();
  for (const hasVoice of [true, false]) {
    const groups = [...new Set(cases.filter((one) => one.hasVoice === hasVoice).map(({ group }) => group))];
    groups.sort();
    for (const [i, group] of groups.entries()) folds.set(group, i % foldCount);
  }
  return folds;
}

/** Logits of every song's windows by a network that never heard its group (synthetic sounds are in every fold). */
export function outOfFold(cases: readonly PresenceCase[], options = trainOptions): Float32Array[] {
  const folds = foldsOf(cases.filter(({ isSynthetic }) => !isSynthetic));
  const networks = Array.from({ length: foldCount }, (_, fold) =>
    train(
      cases.filter(({ group }) => folds.get(group) !== fold),
      options,
    ),
  );
  return cases.map((song) => presenceLogits(networks[folds.get(song.group) ?? 0]!, song.listened.windows));
}
