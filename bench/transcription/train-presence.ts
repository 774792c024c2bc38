/**
 * Trains presence: logits by networks that never heard a recording's group, or its whole collection, for honest
 * figures, and one network on everything for shipping.
 */
import { dirname } from 'node:path';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';
import { runNetwork, type SmallNetwork } from '../../src/signal/small-network.js';
import type { PresenceCase } from './presence-cases.js';
import { overlap } from './timings.js';
import { type Example, joinNetworks, type TrainOptions, trainNetwork } from './train-network.js';

export const trainOptions: TrainOptions = { hidden: 12, epochs: 30, decay: 0.02, noise: 0.3, seed: 7 };
export const foldCount = 6;
/** A network that only chooses windows needs no more. */
const firstEpochs = 8;
/** So much singing in a window makes it one with voice. */
const sungSeconds = 0.6;
/** A window is surely sung from here on: odds of e to the this many. */
const sureTeacher = 0.5;
/** Clips made for training count less than recordings. */
const weightOf = { recording: 1, synthetic: 1, rendered: 0.6, mixed: 0.3 } as const;

/** Where a recording has no timings, its windows with the least voice, by YAMNet or an earlier network, are left out. */
function examplesOf(song: PresenceCase, earlier: SmallNetwork | null): Example[] {
  const { windows, spans, hasVoice, teacher } = song;
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
    const scores = teacher ?? windows.map((features) => (earlier ? runNetwork(earlier, features)[0]! : 0));
    const middle = [...scores].sort((a, b) => a - b)[scores.length >> 1]!;
    const least = teacher ? Math.min(sureTeacher, middle) : middle;
    picked = windows.flatMap((features, i) => (scores[i]! >= least ? [{ features, label: 1 as const }] : []));
  }
  // A long song says more than a short one, but not in proportion to its length.
  const weight = weightOf[song.kind] / Math.sqrt(Math.max(1, picked.length));
  return picked.map((example) => ({ ...example, weight }));
}

function balanced(examples: readonly Example[]): Example[] {
  const sum = (label: number): number =>
    examples.reduce((total, one) => total + (one.label === label ? one.weight : 0), 0);
  const [negative, positive] = [sum(0), sum(1)];
  return examples.map((one) => ({ ...one, weight: one.weight / (one.label === 1 ? positive : negative) }));
}

/** The mean of `nets` networks that differ in their beginnings. */
export function train(cases: readonly PresenceCase[], nets = 1): SmallNetwork {
  const examples = (earlier: SmallNetwork | null): Example[] =>
    balanced(cases.flatMap((song) => examplesOf(song, earlier)));
  const needsFirst = cases.some(({ hasVoice, spans, teacher }) => hasVoice && !spans && !teacher);
  const first = needsFirst ? trainNetwork(examples(null), { ...trainOptions, epochs: firstEpochs }) : null;
  const last = examples(first);
  return joinNetworks(
    Array.from({ length: nets }, (_, i) =>
      trainNetwork(last, { ...trainOptions, seed: trainOptions.seed + i }),
    ),
  );
}

/** What is kept together: the groups, or the folders that recordings were collected in. */
export type SplitBy = 'group' | 'collection';
const unitOf = ({ group, path }: PresenceCase, by: SplitBy): string =>
  by === 'group' ? group : dirname(path);

/** Units dealt out so that folds have about equally many of both kinds. */
function foldsOf(cases: readonly PresenceCase[], by: SplitBy): Map<string, number> {
  const folds = new Map<string, number>();
  for (const hasVoice of [true, false]) {
    const units = [
      ...new Set(cases.filter((one) => one.hasVoice === hasVoice).map((one) => unitOf(one, by))),
    ];
    for (const [i, unit] of units.sort().entries()) if (!folds.has(unit)) folds.set(unit, i % foldCount);
  }
  return folds;
}

/** The fold that a recording is judged in. */
export function foldOf(cases: readonly PresenceCase[], by: SplitBy): (song: PresenceCase) => number {
  const folds = foldsOf(
    cases.filter(({ kind }) => kind === 'recording'),
    by,
  );
  return (song) => folds.get(unitOf(song, by))!;
}

/**
 * Logits of every recording's windows by networks that never heard its unit, nor a clip made of one. Rendered clips
 * are judged by networks that heard only those of the other sound font; synthetic sounds and mixes by none.
 */
export function outOfFold(
  cases: readonly PresenceCase[],
  by: SplitBy,
  nets = 1,
): Map<PresenceCase, Float32Array> {
  const recordings = cases.filter(({ kind }) => kind === 'recording');
  const foldIn = foldOf(cases, by);
  const logits = new Map<PresenceCase, Float32Array>();
  for (let fold = 0; fold < foldCount; fold++) {
    const judged = recordings.filter((song) => foldIn(song) === fold);
    const groups = new Set(judged.map(({ group }) => group));
    const heard = cases.filter((one) =>
      one.kind === 'recording' ? foldIn(one) !== fold : !one.groups.some((group) => groups.has(group)),
    );
    const network = train(heard, nets);
    for (const song of judged) logits.set(song, runNetwork(network, song.listened.windows));
  }
  return logits;
}

/** Logits of rendered clips by networks that heard only those of the other sound font, and no mixes with them. */
export function acrossSoundFonts(cases: readonly PresenceCase[]): Map<PresenceCase, Float32Array> {
  const rendered = cases.filter(({ kind }) => kind === 'rendered');
  const logits = new Map<PresenceCase, Float32Array>();
  for (const font of [0, 1]) {
    const isJudged = (one: PresenceCase): boolean =>
      one.kind === 'rendered' && rendered.indexOf(one) % 2 === font;
    const network = train(cases.filter((one) => one.kind !== 'mixed' && !isJudged(one)));
    for (const clip of rendered.filter(isJudged))
      logits.set(clip, runNetwork(network, clip.listened.windows));
  }
  return logits;
}
