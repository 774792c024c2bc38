/** From measured cases to what a model is fitted on and judged by. */
import { recordingFeatures } from '../../src/analyses/ai-detection/evidence/features.js';
import type { LabelledCase } from '../../src/analyses/ai-detection/evidence/train.js';
import type { Case } from './cases.js';
import type { PairMember } from './pairs.js';

/** A case with what the fit reads of it, and what the tables name. */
export interface BenchCase extends LabelledCase {
  readonly one: Case;
  readonly isPair: boolean;
}

const labelled = (one: Case, isPair: boolean): BenchCase => ({
  candidates: recordingFeatures(one.measurement),
  isFake: one.isFake,
  group: one.group,
  // Both members of a pair, and a recording's own windows, are one recording.
  recording: one.file.replace(`${one.group}/`, ''),
  one,
  isPair,
});

/** Cases with a sound; one a file, window and condition. */
export function benchCases(cases: readonly Case[], pairs: readonly PairMember[]): BenchCase[] {
  const known = new Set<string>();
  return [...cases.map((one) => labelled(one, false)), ...pairs.map((one) => labelled(one, true))].filter(
    ({ one, isPair, candidates }) => {
      const key = [isPair, one.isFake, one.group, one.file, one.window, one.condition].join('\n');
      if (known.has(key) || candidates.length === 0) return false;
      known.add(key);
      return true;
    },
  );
}

/** No generator is in the fit: pairs made here, and recordings. */
export const fittedOn = (cases: readonly BenchCase[]): BenchCase[] =>
  cases.filter(({ isFake, isPair }) => isPair || !isFake);
