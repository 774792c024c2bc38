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
  loadPairEvidence,
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
import { fitRunModel, type RunModel, rescored, rescoredMany } from './fit-run-model.js';
import type { ManySongs } from './many-songs.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { hasSound, possible, presentLevels, transcribedTail, writtenTail } from './origin-tails.js';
import { kindTail } from './pair-tails.js';
import { amongName, isWritten } from './songs-among-many.js';

/** A song is reported where this many unrelated songs of all that were searched may be expected at most: 1 % of queries. Declared. */
const reportedInSearch = 0.01;

/** The calibration of the bits that a model gives; without one, of those that were measured. */
export function calibrationOf(
  version: string,
  model: RunModel | null,
  measured: readonly MeasuredCollection[],
  measuredMany: readonly ManySongs[],
): PairCalibration {
  const collections = model ? measured.map((one) => rescored(one, model)) : measured;
  const many = model ? measuredMany.map((one) => rescoredMany(one, model)) : measuredMany;
  return {
    format: pairCalibrationFormat,
    formatVersion: 2,
    version,
    of: 'bits beyond chance of a pair of songs (src/analyses/plagiarism/comparison/compare-songs.ts)',
    possible,
    reportedInSearch,
    written: writtenTail(collections, many),
    transcribed: transcribedTail(collections, many, presentDecay()),
  };
}

/** Of transcribed songs. */
function presentDecay(): number | null {
  const path = join(embeddedDir, calibrationId, calibrationFile);
  if (!existsSync(path)) return null;
  return pairCalibrationSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).transcribed.decay;
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

function limitsOf(collections: readonly MeasuredCollection[], many: readonly ManySongs[]): string[] {
  return [
    'Beyond one unrelated song in 1,000 it is an extrapolation: in the collections, unlisted variants of one tune lie there.',
    'At each rate it holds for the collection that reaches most of those under data; other kinds of music may reach more.',
    'The reporting threshold follows from it and from how many songs are searched, but is never below 18 bits.',
    ...(hasSound(collections, many)
      ? []
      : [
          'No transcribed song was measured for this version: the decay of their levels is that of the version before, first of bits-1; what an uneven run costs, at recordings too, was fitted on written songs.',
        ]),
  ];
}

const dataRow = ({ kind, queries }: ManySongs): PairCard['data'][number] => ({
  collection: amongName(kind),
  queries: queries.length,
  unrelatedPairs: queries.reduce(
    (sum, { unrelated: { real, mirrored, composed } }) => sum + real + mirrored + composed,
    0,
  ),
  sha256: hashOf(JSON.stringify(queries)),
});

function write(name: string, content: object): string {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(join(embeddedDir, calibrationId, name), text);
  return hashOf(text);
}

/** Fits the model, calibrates what it gives, and writes both with their card. `metrics`: of collections left out. */
export function writePairEvidence(
  version: string,
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  metrics: Readonly<Record<string, number>>,
): void {
  const model = fitRunModel(collections, many);
  mkdirSync(join(embeddedDir, calibrationId), { recursive: true });
  const weights = { format: evidenceModelFormat, formatVersion: 1, id: calibrationId, version, ...model };
  const files = {
    [weightsFile]: write(weightsFile, weights),
    [calibrationFile]: write(calibrationFile, calibrationOf(version, model, collections, many)),
  } as PairCard['files'];
  const card: PairCard = {
    id: calibrationId,
    version,
    intendedUse:
      'What the shape of the run that two melodies share takes from its score, and how many of 1,000 unrelated songs would reach the evidence that is left; for the verdict of a search, for a person to judge.',
    limits: limitsOf(collections, many),
    features: model.features.map(({ name, unit, direction }) => ({ name, unit, direction })),
    trainingCommand: `npm run bench -- plagiarism --evidence --calibrate ${version}, after --false-alarms pop`,
    commit: commit(),
    trainedAt: today(),
    data: [
      ...collections.map(({ name, queries }) => ({
        collection: name,
        queries: queries.length,
        unrelatedPairs: queries.reduce((sum, { unrelated }) => sum + unrelated, 0),
        sha256: hashOf(JSON.stringify(queries)),
      })),
      ...many.map(dataRow),
    ],
    metrics: { ...metrics },
    files,
  };
  write(cardFile, card);
}

const commit = (): string => execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Writes a new tail of transcribed songs alone: the cost of uneven runs, by which these were measured, and the tail of written songs stay.
 * `many`: of every kind that is not written.
 */
export function writeTranscribedTail(version: string, many: readonly ManySongs[]): void {
  const { calibration, card } = loadPairEvidence();
  const heard = many.filter(({ kind }) => !isWritten(kind));
  const rows = heard.map(dataRow);
  const tail = transcribedTail([], heard, null, [presentLevels(calibration)]);
  write(cardFile, {
    ...card,
    version,
    limits: [
      ...limitsOf([], heard),
      `Of transcribed songs only the tail is of this version: down to one in 1,000 it is not below that of written songs, beyond that it is of the recordings and renderings under data. The tail of written songs, and what an uneven run costs, fitted on written songs alone, are of ${calibration.version}.`,
    ],
    trainingCommand: `npm run bench -- plagiarism --evidence --transcribed --calibrate ${version}, after --false-alarms of ${heard.map(({ kind }) => kind).join(', ')}; before that: ${card.trainingCommand}`,
    commit: commit(),
    trainedAt: today(),
    data: [
      ...card.data.filter(({ collection }) => rows.every((row) => row.collection !== collection)),
      ...rows,
    ],
    files: {
      ...card.files,
      [calibrationFile]: write(calibrationFile, { ...calibration, version, transcribed: tail }),
    },
  });
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
