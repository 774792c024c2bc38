/**
 * Whether a segment's words are there: fits the word models of `src/analyses/lyric-transcription/sung-words` and measures them on what
 * they were not fitted on. With a version it writes them.
 */
import {
  type WordModel,
  wordModels,
} from '../../../src/analyses/lyric-transcription/sung-words/word-features.js';
import { areaUnderCurve } from '../../area-under-curve.js';
import { writeEvidenceModel } from '../../evidence-model.js';
import { grouped } from '../../grouped.js';
import {
  calibrationOf,
  fitWords,
  heldOut,
  type MeasuredCase,
  measuredCases,
  thresholdOf,
} from './fit-words.js';
import { evidenceMaterial } from './material.js';
import type { MaterialOptions } from './one-material.js';
import { type HeardMaterial, type HearingOptions, heardMaterial } from './segment-cases.js';
import { noteFitted, printUnseen } from './unseen.js';
import { printGroups, printLost, printModels, printThresholds } from './word-tables.js';
import { printGain } from './words-gain.js';

export interface WordsEvidenceOptions {
  readonly material: MaterialOptions;
  readonly hearing: HearingOptions;
  /** Writes the models as this version; only measures where null. */
  readonly version: string | null;
}

export async function wordsEvidencePart({ material, hearing, version }: WordsEvidenceOptions): Promise<void> {
  const heard: HeardMaterial[] = [];
  const all = await evidenceMaterial(material);
  for (const one of all) {
    const found = await heardMaterial(one, hearing);
    if (found) heard.push(found);
    process.stderr.write(`\rheard ${heard.length} of ${all.length} recordings `);
  }
  process.stderr.write('\n');
  report(heard, hearing.recogniser);
  if (version === null) {
    printUnseen(heard, hearing.cache);
    return;
  }
  noteFitted(heard, hearing.cache, version);
  const cases = measuredCases(heard.flatMap((one) => one.cases));
  for (const model of wordModels) writeWordModel(model, cases, version);
}

function report(heard: readonly HeardMaterial[], recogniser: string): void {
  const cases = measuredCases(heard.flatMap((one) => one.cases));
  const count = (label: string): number => cases.filter((one) => one.label === label).length;
  console.log(
    `\n## Words that are there and invented ones: ${heard.length} recordings, ${recogniser}; segments: ${count('right')} right, ` +
      `${count('invented')} invented, ${count('garbled')} garbled, ${count('unknown')} not known`,
  );
  printModels(cases, wordModels);
  const scored = heldOut(cases, wordModels[0]!, 'collection');
  printGroups(scored);
  printThresholds(scored);
  const threshold = thresholdOf(scored);
  const oddsOf = new Map(scored.map((one) => [one.segment, one.logOdds]));
  console.log('\nWhole recordings, collections left out.');
  printGain(heard, (segment) => (oddsOf.get(segment) ?? threshold) >= threshold);
  printLost(scored);
}

function writeWordModel(shape: WordModel, cases: readonly MeasuredCase[], version: string): void {
  const scored = heldOut(cases, shape, 'collection');
  const fitted = cases.filter(({ label }) => label === 'right' || label === 'invented');
  const oddsOf = (label: string): number[] =>
    scored.filter((one) => one.label === label).map(({ logOdds }) => logOdds);
  const folder = writeEvidenceModel(
    { model: fitWords(cases, shape, version), calibration: calibrationOf(scored, shape, version) },
    {
      intendedUse:
        'Whether the words that a recogniser wrote of a segment are sung or spoken in it, or invented over music.',
      limits: [
        'Measured with whisper-base in 8 bits; another recogniser is surer of its words, right and invented ones.',
        'Right words are those of 11 songs, of speech and of a synthesiser in 18 languages; songs in most languages are missing.',
      ],
      trainingCommand: `npm run bench -- transcription --part words-evidence --songs DIR --data DIR --models DIR --recogniser whisper-base --cache DIR --cached --fit ${version}`,
      seed: 0,
      metrics: {
        'area under the curve, collections left out': Number(
          areaUnderCurve(oddsOf('right'), oddsOf('invented')).toFixed(4),
        ),
      },
      groups: [...grouped(fitted, ({ material, label }) => `${material.collection}, ${label}`)].map(
        ([group, some]) => ({
          group,
          isPositive: some[0]!.label === 'right',
          measured: some.map(({ measured }) => measured),
        }),
      ),
    },
  );
  console.log(`Wrote ${folder}.`);
}
