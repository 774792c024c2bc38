/**
 * Writes models/embedded/plagiarism-evidence/: what the shape of a run says, and how often unrelated songs reach which evidence, on measured
 * collections.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calibrationFile,
  calibrationId,
  cardFile,
  type PairCard,
  weightsFile,
} from '../../src/analyses/plagiarism/evidence/embedded.js';
import {
  type PairCalibration,
  pairCalibrationFormat,
  pairCalibrationSchema,
} from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { embeddedDir } from '../../src/models/embedded-evidence.js';
import { evidenceModelFormat } from '../../src/models/evidence-model.js';
import { deepTails } from './deep-tails.js';
import { fitRunModel, type RunModel, rescored, rescoredMany } from './fit-run-model.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { kindTail, worstTail } from './pair-tails.js';
import type { ManySongs } from './reports-among-many.js';

/** Below the reporting threshold, a pair is possible where at most one unrelated song of 1,000 reaches its evidence. Declared. */
const possible = 1;
/** A song is reported where this many unrelated songs of all that were searched may be expected at most: 1 % of queries. Declared. */
const reportedInSearch = 0.01;

const isSounding = ({ queries }: MeasuredCollection): boolean =>
  queries.some(({ source }) => source === 'audio');

/**
 * The calibration of the bits that a model gives; without one, of those that were measured. Transcribed notes get the levels of written ones as
 * well where they are higher, since few recordings are at hand; where nothing transcribed was measured, the decay of their tail is that of the
 * present calibration.
 */
export function calibrationOf(
  version: string,
  model: RunModel | null,
  measured: readonly MeasuredCollection[],
  measuredMany: readonly ManySongs[],
): PairCalibration {
  const collections = model ? measured.map((one) => rescored(one, model)) : measured;
  const deepOf = (kind: ManySongs['kind']) =>
    measuredMany
      .filter((one) => one.kind === kind)
      .flatMap((one) => deepTails(model ? rescoredMany(one, model) : one));
  const written = collections.filter((one) => !isSounding(one)).map(kindTail);
  const sounding = [...collections.filter(isSounding).map(kindTail), ...deepOf('recordings')];
  // Beyond what is measured, evidence becomes rarer as it does in what was transcribed.
  const decay = sounding.length > 0 ? worstTail(sounding).decay : presentDecay();
  const asTranscribed = written.map((one) => ({ ...one, decay: decay ?? one.decay }));
  return {
    format: pairCalibrationFormat,
    formatVersion: 2,
    version,
    of: 'bits beyond chance of a pair of songs (src/analyses/plagiarism/comparison/compare-songs.ts)',
    possible,
    reportedInSearch,
    written: worstTail([...written, ...deepOf('pop')]),
    transcribed: worstTail([...asTranscribed, ...sounding]),
  };
}

/** Of transcribed songs. */
function presentDecay(): number | null {
  const path = join(embeddedDir, calibrationId, calibrationFile);
  if (!existsSync(path)) return null;
  return pairCalibrationSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).transcribed.decay;
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

function limitsOf(collections: readonly MeasuredCollection[]): string[] {
  return [
    'Beyond one unrelated song in 1,000 it is an extrapolation: in the collections, unlisted variants of one tune lie there.',
    'At each rate it holds for the collection that reaches most of those under data; other kinds of music may reach more.',
    'The reporting threshold follows from it and from how many songs are searched, but is never below 18 bits.',
    ...(collections.some(isSounding)
      ? []
      : [
          'No transcribed song was measured for this version: the decay of their levels is that of the version before, first of bits-1; what an uneven run costs, at recordings too, was fitted on written songs.',
        ]),
  ];
}

/** Fits the model, calibrates what it gives, and writes both with their card. `metrics`: of collections left out. */
export function writePairEvidence(
  version: string,
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  metrics: Readonly<Record<string, number>>,
): void {
  const model = fitRunModel(collections, many);
  const folder = join(embeddedDir, calibrationId);
  mkdirSync(folder, { recursive: true });
  const written = (name: string, content: object): string => {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(folder, name), text);
    return hashOf(text);
  };
  const weights = { format: evidenceModelFormat, formatVersion: 1, id: calibrationId, version, ...model };
  const files = {
    [weightsFile]: written(weightsFile, weights),
    [calibrationFile]: written(calibrationFile, calibrationOf(version, model, collections, many)),
  } as PairCard['files'];
  const card: PairCard = {
    id: calibrationId,
    version,
    intendedUse:
      'What the shape of the run that two melodies share takes from its score, and how many of 1,000 unrelated songs would reach the evidence that is left; for the verdict of a search, for a person to judge.',
    limits: limitsOf(collections),
    features: model.features.map(({ name, unit, direction }) => ({ name, unit, direction })),
    trainingCommand: `npm run bench -- plagiarism --evidence --calibrate ${version}, after --false-alarms pop`,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    trainedAt: new Date().toISOString().slice(0, 10),
    data: [
      ...collections.map(({ name, queries }) => ({
        collection: name,
        queries: queries.length,
        unrelatedPairs: queries.reduce((sum, { unrelated }) => sum + unrelated, 0),
        sha256: hashOf(JSON.stringify(queries)),
      })),
      ...many.map(({ kind, queries }) => ({
        collection: `${kind} among 10,000`,
        queries: queries.length,
        unrelatedPairs: queries.reduce(
          (sum, { unrelated: { real, mirrored, composed } }) => sum + real + mirrored + composed,
          0,
        ),
        sha256: hashOf(JSON.stringify(queries)),
      })),
    ],
    metrics: { ...metrics },
    files,
  };
  written(cardFile, card);
}

/** The tail of each collection, and what it puts above the reporting threshold. */
export function printTails(collections: readonly MeasuredCollection[], threshold: number): void {
  console.log(
    '\nUnrelated pairs, by collection: bits that one in 100 and one in 1,000 reach, and those reported',
  );
  console.log(
    '| collection | queries | pairs | 1 in 100 | 1 in 1,000 | e times rarer every | queries with a false report |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const collection of collections) {
    const { name, queries } = collection;
    const { pairs, levels, decay } = kindTail(collection);
    const false_ = queries.filter((query) =>
      query.pairs.some(({ isAnswer, bits }) => !isAnswer && bits >= threshold),
    );
    const level = (place: number): string => levels[place]?.toFixed(1) ?? '–';
    console.log(
      `| ${[name, queries.length, pairs, level(1), level(4), decay.toFixed(2), false_.length].join(' | ')} |`,
    );
  }
}
