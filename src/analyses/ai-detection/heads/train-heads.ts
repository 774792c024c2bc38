/**
 * Fits the heads on labelled measurements and says honestly how they do on what they did not see: folds hold out
 * whole generators and whole recordings, never windows of one that was trained on.
 */
import type { Calibration } from './calibration.js';
import { fitHead, type WeightedExample } from './fit-head.js';
import { type FeatureName, type Features, type HeadName, headNames, probabilityOf } from './heads.js';

export interface TrainingExample {
  readonly features: Features;
  readonly isFake: boolean;
  /** What is held out together: the generator of a fake, the recording of real music. */
  readonly group: string;
}

/** Which scores each head reads. */
const headFeatures: Readonly<Record<HeadName, readonly FeatureName[]>> = {
  lattice: ['lattice'],
  scaled: ['scaled'],
  persistence: ['persistence'],
  blind: ['blind'],
  stacked: ['lattice', 'persistence', 'blind'],
};

/** Real music is this much likelier than fake before anything is heard: a false accusation is the dearer error. */
const realOdds = 3;
const fewestGroups = 3;

export interface HeldOut {
  readonly group: string;
  readonly isFake: boolean;
  readonly examples: number;
  /** Share of the group that its fold's heads, which never saw it, called fake. */
  readonly calledFake: number;
  /** Chance that one of the group scores above a recording, held out likewise; null for real music. */
  readonly areaUnderCurve: number | null;
}

export interface TrainedHeads {
  readonly heads: Calibration['heads'];
  /** One row a group, from cross-validation with the stacked head. */
  readonly heldOut: readonly HeldOut[];
  /** The heads that never saw this group, for measuring it under other conditions. */
  headsWithout(group: string, isFake: boolean): Calibration['heads'];
}

/** Every generator counts alike, however many clips it has; so does every recording. */
function weighted(examples: readonly TrainingExample[]): WeightedExample[] {
  const sizes = new Map<string, number>();
  const keyOf = ({ isFake, group }: TrainingExample): string => `${isFake}:${group}`;
  for (const example of examples) sizes.set(keyOf(example), (sizes.get(keyOf(example)) ?? 0) + 1);
  const groups = (isFake: boolean): number =>
    [...sizes.keys()].filter((key) => key.startsWith(`${isFake}:`)).length;
  const share = { true: 1 / Math.max(1, groups(true)), false: realOdds / Math.max(1, groups(false)) };
  return examples.map((example) => ({
    features: example.features,
    isFake: example.isFake,
    weight: share[`${example.isFake}`] / sizes.get(keyOf(example))!,
  }));
}

/** The heads that fit the examples best; every generator counts alike, and so does every recording. */
export function fitHeads(examples: readonly TrainingExample[]): Calibration['heads'] {
  const ready = weighted(examples);
  const heads = headNames.map((name) => [name, fitHead(ready, headFeatures[name])] as const);
  return Object.fromEntries(heads) as Calibration['heads'];
}

function groupsOf(examples: readonly TrainingExample[], isFake: boolean): string[] {
  return [
    ...new Set(examples.filter((example) => example.isFake === isFake).map(({ group }) => group)),
  ].sort();
}

/** The area under the ROC curve: the share of pairs in which the first is higher; ties count half. */
function shareAbove(fakes: readonly number[], reals: readonly number[]): number {
  let above = 0;
  for (const fake of fakes) for (const real of reals) above += fake > real ? 1 : fake === real ? 0.5 : 0;
  return above / (fakes.length * reals.length);
}

/**
 * @param folds how many parts the groups are dealt into; at most the smaller number of groups
 * @throws RangeError where there are fewer than three groups of either kind
 */
export function trainHeads(examples: readonly TrainingExample[], folds = 5): TrainedHeads {
  const fakes = groupsOf(examples, true);
  const reals = groupsOf(examples, false);
  if (fakes.length < fewestGroups || reals.length < fewestGroups) {
    throw new RangeError(
      `Training needs at least ${fewestGroups} generators and ${fewestGroups} recordings; there are ${fakes.length} and ${reals.length}. Put each generator's clips in a folder of its own.`,
    );
  }
  const parts = Math.min(folds, fakes.length, reals.length);
  const foldOf = (group: string, isFake: boolean): number => (isFake ? fakes : reals).indexOf(group) % parts;
  const foldHeads: Calibration['heads'][] = [];
  const probabilities = new Array<number>(examples.length).fill(0);
  for (let fold = 0; fold < parts; fold++) {
    const heads = fitHeads(examples.filter(({ group, isFake }) => foldOf(group, isFake) !== fold));
    foldHeads.push(heads);
    examples.forEach((example, index) => {
      if (foldOf(example.group, example.isFake) === fold)
        probabilities[index] = probabilityOf(heads.stacked, example.features);
    });
  }
  const realProbabilities = probabilities.filter((_, index) => !examples[index]!.isFake);
  const row =
    (isFake: boolean) =>
    (group: string): HeldOut => {
      const mine = probabilities.filter(
        (_, index) => examples[index]!.isFake === isFake && examples[index]!.group === group,
      );
      const called = mine.filter((probability) => probability > 0.5).length;
      return {
        group,
        isFake,
        examples: mine.length,
        calledFake: called / mine.length,
        areaUnderCurve: isFake ? shareAbove(mine, realProbabilities) : null,
      };
    };
  return {
    heads: fitHeads(examples),
    heldOut: [...fakes.map(row(true)), ...reals.map(row(false))],
    headsWithout: (group, isFake) => foldHeads[Math.max(0, foldOf(group, isFake))]!,
  };
}
