/** Fits the evidence model of fine structures on what searches compare of stretched queries; the headline leaves a collection out. */
import {
  fineStructureFeatures,
  fineStructureModelId,
  fineStructureValues,
} from '../../src/analyses/fingerprint/fine-structure/fine-structure-odds.js';
import {
  type FoldCase,
  type FoldPlan,
  leaveGroupsOut,
  scoreWith,
  thresholdOf,
  writeEvidence,
} from './evidence-folds.js';
import { trainingCommand, type WaveformFit } from './fit-waveform.js';
import { printAblation, printKinds } from './print-folds.js';
import { notesMoved, stretchedCopies, stretchedRenditions } from './stretched-cases.js';

const plan: Omit<FoldPlan, 'version'> = {
  id: fineStructureModelId,
  // Of 1,000 searches for other recordings at most this many may take one for the recording.
  falseAlarmsPer1000: 0.5,
  shapes: fineStructureFeatures,
};

export async function fitFineStructure(options: WaveformFit): Promise<void> {
  const measured = [...(await stretchedCopies(options)), ...(await stretchedRenditions(options))];
  // A copy that the peaks decide, or whose place they do not show, is none of the fine structure's.
  const undecided = measured.filter(({ isPositive, places }) => isPositive && places.length === 0);
  // A search that compares nothing takes nothing for the recording: with those the threshold would count many easy ones.
  const all = measured
    .filter(({ places }) => places.length > 0)
    .map(
      ({ places, ...rest }): FoldCase => ({
        ...rest,
        candidates: places.map(({ fineStructure }) => fineStructureValues(fineStructure!)),
      }),
    );
  const cases = all.filter(({ kind }) => kind !== notesMoved);
  const full = { ...plan, version: options.version };
  const scored = leaveGroupsOut(full, cases);
  printAblation(full, cases, scored);
  printKinds(full, scored, undecided);
  const moved = all.filter(({ kind }) => kind === notesMoved);
  const called = scoreWith(full, cases, moved).filter(({ logOdds }) => logOdds >= thresholdOf(full, scored));
  console.log(`Not fitted on: ${notesMoved}, ${called.length} of ${moved.length} called a copy.`);
  const count = (places: boolean): number =>
    measured.filter((one) => !one.isPositive && one.places.length > 0 === places).length;
  console.log(
    `Searches for other recordings that compared something: ${count(true)}; nothing: ${count(false)}.`,
  );
  writeEvidence(full, cases, scored, {
    intendedUse:
      'Whether a query whose pitch or tempo a stretcher changed, and which peaks place on a song, is a copy of it and no other rendition of the same notes.',
    limits: [
      'Two renditions by the same samples at the same times, to some milliseconds, have one fine structure where a stretcher changes one of them, and are taken for one recording.',
      'Two renditions by mallets or the like, whose notes are short blows, share more than others.',
      'The copies are stretched by Rubber Band, with simulated reverberation and MP3; the renditions are by General MIDI synthesisers.',
      'A copy that the query holds for less than half of its length is often left undecided.',
    ],
    trainingCommand: trainingCommand('--fit-fine-structure', options),
  });
}
