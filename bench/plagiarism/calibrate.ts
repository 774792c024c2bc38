/** Writes models/embedded/plagiarism-evidence/: how often unrelated songs reach which evidence, on measured collections. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibrationFile, calibrationId, cardFile } from '../../src/analyses/plagiarism/evidence/embedded.js';
import { pairCalibrationFormat } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { embeddedDir } from '../../src/models/embedded-evidence.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { kindTail, worstTail } from './pair-tails.js';

/** Below the reporting threshold, a pair is possible where at most one unrelated song of 1,000 reaches its evidence. Declared. */
const possible = 1;
/** A song is reported where this many unrelated songs of all that were searched may be expected at most: 1 % of queries. Declared. */
const reportedInSearch = 0.01;

const isSounding = ({ queries }: MeasuredCollection): boolean =>
  queries.some(({ source }) => source === 'audio');

/**
 * Transcribed notes get the levels of written ones as well where they are higher, since few recordings are at hand. Beyond them the evidence
 * becomes rarer as it does in what was transcribed.
 */
export function writeCalibration(version: string, collections: readonly MeasuredCollection[]): void {
  const written = worstTail(collections.filter((one) => !isSounding(one)));
  const sounding = collections.filter(isSounding);
  const worst = worstTail(collections);
  const transcribed = sounding.length > 0 ? { ...worst, decay: worstTail(sounding).decay } : worst;
  const calibration = {
    format: pairCalibrationFormat,
    formatVersion: 2,
    version,
    of: 'bits beyond chance of a pair of songs (src/analyses/plagiarism/comparison/compare-songs.ts)',
    possible,
    reportedInSearch,
    written,
    transcribed,
  };
  const folder = join(embeddedDir, calibrationId);
  mkdirSync(folder, { recursive: true });
  const content = `${JSON.stringify(calibration, null, 2)}\n`;
  writeFileSync(join(folder, calibrationFile!), content);
  const card = {
    id: calibrationId,
    version,
    intendedUse:
      'How many of 1,000 unrelated songs would reach the evidence of a plagiarism match; for the verdict of a search, for a person to judge.',
    limits: [
      'Beyond one unrelated song in 1,000 it is an extrapolation: in the collections, unlisted variants of one tune lie there.',
      'At each rate it holds for the collection that reaches most; other kinds of music may reach more.',
      'The reporting threshold follows from it and from how many songs are searched, but is never below 18 bits.',
    ],
    trainingCommand: `npm run bench -- plagiarism --evidence --calibrate ${version}`,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    trainedAt: new Date().toISOString().slice(0, 10),
    data: collections.map(({ name, queries }) => ({
      collection: name,
      queries: queries.length,
      unrelatedPairs: queries.reduce((sum, { unrelated }) => sum + unrelated, 0),
      sha256: createHash('sha256').update(JSON.stringify(queries)).digest('hex'),
    })),
    files: { [calibrationFile!]: createHash('sha256').update(content).digest('hex') },
  };
  writeFileSync(join(folder, cardFile!), `${JSON.stringify(card, null, 2)}\n`);
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
